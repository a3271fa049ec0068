package dev.millrace.cli;

import dev.millrace.api.v1.QueueStats;
import dev.millrace.api.v1.StatsRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows sizes and rates of queues. */
@Command(
    name = "stats",
    description = {
      "Shows what happens in queues: sizes, tasks that came and went, events per second.",
      "The last line is the sum over all queues that match."
    },
    footer = {
      "Example: millrace stats 'mail/.*' --sort age --desc",
      "         millrace stats --watch 5s"
    })
final class StatsCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private final QueueFilterOptions filter = new QueueFilterOptions();

  @Option(
      names = "--long",
      description = "Averages over 5 minutes instead of 10 seconds; --json has both.")
  private boolean fiveMinutes;

  @Option(
      names = "--watch",
      arity = "0..1",
      fallbackValue = "1s",
      paramLabel = "D",
      converter = DurationConverter.class,
      description = "Shows them again after this time, until Ctrl-C. Without a time: 1s.")
  private @Nullable Duration watch;

  @Option(
      names = "--times",
      paramLabel = "N",
      converter = NumberConverter.Positive.class,
      description = "With --watch: ends after so many times.")
  private @Nullable Integer times;

  StatsCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (watch == null && times != null) {
      throw Failure.usage("--times goes with --watch");
    }
    try (var connection = invocation.connect()) {
      show(connection);
      for (var shown = 1; watch != null && (times == null || shown < times); shown++) {
        Thread.sleep(watch);
        if (!invocation.output().isJson()) {
          invocation.shell().out().println();
        }
        show(connection);
      }
    }
    return ExitCode.OK.number();
  }

  private void show(Connection connection) {
    var queues = new ArrayList<QueueStats>();
    QueueStats total;
    long matching;
    var token = "";
    do {
      var request =
          StatsRequest.newBuilder()
              .setFilter(filter.page(invocation, queues.size(), token))
              .build();
      var page = connection.read(stub -> stub.stats(request));
      queues.addAll(page.getQueuesList());
      total = page.getTotal();
      matching = page.getMatching();
      token = page.getNextPageToken();
    } while (!token.isEmpty() && queues.size() < filter.count());
    var shown = queues.size();
    if (matching > 0) {
      queues.add(total);
    }
    invocation
        .output()
        .show(
            new QueueStatsView(fiveMinutes ? QueueStats::getLast5Min : QueueStats::getLast10S),
            queues);
    filter.note(invocation, shown, matching);
  }
}
