package dev.millrace.cli;

import dev.millrace.api.v1.Backoff;
import dev.millrace.api.v1.Pattern;
import dev.millrace.api.v1.Policy;
import dev.millrace.api.v1.QueueFilter;
import dev.millrace.api.v1.QueueStats;
import dev.millrace.api.v1.SetPoliciesRequest;
import dev.millrace.api.v1.StatsRequest;
import dev.millrace.client.Credentials;
import dev.millrace.node.server.Node;
import dev.millrace.node.server.NodeConfig;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows a pipeline at work. */
@Command(
    name = "demo",
    description = {
      "Runs a server in a temporary folder, and a pipeline on it: pages are made, fetched, parsed",
      "and indexed by workers; some fail, are tried again, and end as dead letters. Says once a",
      "second where the pages are. Ctrl-C ends it and leaves nothing behind."
    },
    footer = "Example: millrace demo --for 1m")
final class DemoCommand implements Callable<Integer> {
  private static final List<DemoLoop.Step> STEPS =
      List.of(
          new DemoLoop.Step("fetch", "parse", 4, Duration.ofMillis(60)),
          new DemoLoop.Step("parse", "index", 2, Duration.ofMillis(30)),
          new DemoLoop.Step("index", "", 1, Duration.ofMillis(15)));

  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Invocation invocation;

  @Option(
      names = "--for",
      paramLabel = "D",
      converter = DurationConverter.class,
      description = "How long. Default: until Ctrl-C.")
  private @Nullable Duration length;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "50",
      converter = NumberConverter.Positive.class,
      description = "Pages a second. Default: ${DEFAULT-VALUE}.")
  private int rate = 50;

  DemoCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws IOException {
    var folder = Files.createTempDirectory("millrace-demo-");
    try (var _ = Interruption.ofThisThread()) {
      run(folder);
    } finally {
      delete(folder);
    }
    return ExitCode.OK.number();
  }

  private void run(Path folder) {
    LibraryLog.silence();
    var settings = Map.of("data", folder.resolve("data").toString(), "port", "0", "http-port", "0");
    var node = Node.start(NodeConfig.load(Optional.empty(), settings));
    var server = new ServerAddress("127.0.0.1", node.port());
    try (var connection = Connection.to(server, Credentials.NONE, Duration.ofSeconds(10));
        var loop = new DemoLoop(connection)) {
      setPolicies(connection);
      say(node);
      STEPS.forEach(loop::work);
      loop.make("fetch", rate);
      watch(connection, loop);
    } finally {
      node.stop();
    }
  }

  private static void setPolicies(Connection connection) {
    var policy =
        Policy.newBuilder()
            .setQueues(Pattern.newBuilder().setRegex("fetch|parse|index"))
            .setMaxAttempts(3)
            .setBackoff(Backoff.newBuilder().setInitial(WireTime.duration(Duration.ofMillis(500))));
    var _ =
        connection.change(
            stub -> stub.setPolicies(SetPoliciesRequest.newBuilder().addPolicies(policy).build()));
  }

  private void say(Node node) {
    var http = "http://127.0.0.1:" + node.httpPort().orElseThrow();
    out()
        .printf(
            """
            A server with three queues, in a temporary folder: fetch, parse, index.
            4, 2 and 1 workers lease pages and hand them on: one atomic update removes a page from its
            queue and puts it into the next. 4 of 100 tries fail and are tried again; 1 of 100 pages never
            answers, and after three attempts is a dead letter, in fetch.dead.

            Dashboard: %s/

              curl '%s/v1/queues'
              curl -N '%s/v1/stats/live'
              curl '%s/metrics'
              millrace --server 127.0.0.1:%d top

            """,
            http, http, http, http, node.port());
    out().flush();
  }

  private void watch(Connection connection, DemoLoop loop) {
    var end = length == null ? Long.MAX_VALUE : System.nanoTime() + length.toNanos();
    try {
      while (length == null || System.nanoTime() - end < 0) {
        Thread.sleep(LOOK);
        show(connection, loop);
      }
    } catch (InterruptedException _) {
      // Ctrl-C: what follows is the end.
      out().println();
    }
    out().printf("%s went through.%n", Wording.counted(loop.finished(), "page"));
    out().flush();
  }

  private void show(Connection connection, DemoLoop loop) {
    var request =
        StatsRequest.newBuilder()
            .setFilter(QueueFilter.newBuilder().setSort(QueueFilter.Sort.NAME))
            .build();
    var stats = connection.read(stub -> stub.stats(request)).getQueuesList();
    var line = new StringBuilder();
    for (var step : STEPS) {
      line.append(part(step.queue(), stats)).append("  ");
    }
    var dead =
        stats.stream()
            .filter(queue -> queue.getSize().getQueue().getName().endsWith(".dead"))
            .mapToLong(queue -> queue.getSize().getAvailable())
            .sum();
    out().printf("%s indexed %,d  dead %,d%n", line, loop.finished(), dead);
    out().flush();
  }

  private static String part(String name, List<QueueStats> stats) {
    for (var queue : stats) {
      if (queue.getSize().getQueue().getName().equals(name)) {
        return "%s %d waiting %d leased %s/s"
            .formatted(
                name,
                queue.getSize().getAvailable() + queue.getSize().getDelayed(),
                queue.getSize().getLeased(),
                Wording.rate(queue.getLast10S().getDequeued()));
      }
    }
    return name + " empty";
  }

  private PrintStream out() {
    return invocation.shell().out();
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
