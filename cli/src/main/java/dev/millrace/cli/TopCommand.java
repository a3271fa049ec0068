package dev.millrace.cli;

import dev.millrace.api.v1.QueueFilter;
import dev.millrace.api.v1.StatsReply;
import dev.millrace.api.v1.StatsRequest;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Watches queues, full screen. */
@Command(
    name = "top",
    description = {
      "Fills the terminal with the busiest queues, once a second. Keys choose the order; q quits.",
      "Of more than 1,000 queues, the 1,000 longest are looked at."
    },
    footer = "Example: millrace top 'mail/.*'")
final class TopCommand implements Callable<Integer> {
  private static final int QUEUES_MAX = 1_000;
  private static final Duration KEY_LOOK = Duration.ofMillis(50);

  private final Invocation invocation;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "REGEX",
      description = "Only queues whose whole name matches (RE2 syntax). Default: all.")
  private String regex = "";

  @Option(names = "--all-groups", description = "The queues of every group.")
  private boolean allGroups;

  @Option(
      names = "--every",
      paramLabel = "D",
      defaultValue = "1s",
      converter = DurationConverter.class,
      description = "How often to look. Default: ${DEFAULT-VALUE}.")
  private Duration every = Duration.ofSeconds(1);

  TopCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws InterruptedException {
    var request =
        StatsRequest.newBuilder()
            .setFilter(
                QueueFilter.newBuilder()
                    .setPattern(invocation.pattern(regex, allGroups))
                    .setSort(QueueFilter.Sort.TASKS)
                    .setDescending(true)
                    .setPageSize(QUEUES_MAX))
            .build();
    try (var connection = invocation.connect()) {
      // Before the screen is taken: a server that isn't there is told in the usual way.
      var stats = connection.read(stub -> stub.stats(request));
      try (var terminal = Terminal.open(invocation.shell())) {
        var order = TopScreen.Order.BUSY;
        while (true) {
          show(terminal, stats, order);
          var pressed = awaitKey(terminal);
          if (pressed == 'q') {
            return ExitCode.OK.number();
          }
          order = order.after(pressed);
          stats = connection.read(stub -> stub.stats(request));
        }
      }
    }
  }

  private void show(Terminal terminal, StatsReply stats, TopScreen.Order order) {
    // Asked each time: the window may have another size now.
    terminal.show(TopScreen.lines(stats, order, invocation.server(), terminal.size()));
  }

  /** A key, or -1 when it is time to look again. */
  private int awaitKey(Terminal terminal) throws InterruptedException {
    var end = System.nanoTime() + every.toNanos();
    while (System.nanoTime() - end < 0) {
      var pressed = terminal.key();
      if (pressed >= 0) {
        return pressed;
      }
      Thread.sleep(KEY_LOOK);
    }
    return -1;
  }
}
