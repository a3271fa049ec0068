package dev.millrace.bench.scale;

import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import dev.millrace.bench.Client;
import dev.millrace.bench.report.Chart;
import dev.millrace.bench.report.Report;
import dev.millrace.bench.report.Table;
import dev.millrace.bench.report.Table.Column;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;

/**
 * What figure 6 of TaskMaster shows: one worker with one call at a time takes tasks from a full
 * queue, while up to ten loaders with 50 callers each enqueue batches of 50 into queues of their
 * own. The memory for the heads of queues is small, so that the worker's is read often.
 */
final class IsolationLoop {
  private static final int CALLERS = 50;
  private static final int BATCH = 50;
  private static final int LOADERS_MAX = 10;
  private static final long CACHE_BYTES = 10_000_000;
  private static final double SHARE_MIN = 0.5;

  /**
   * What "flat" means: no more than this beside any number of loaders, against the worker alone.
   */
  private static final double REFILLS_MAX = 1.2;

  private final ScaleNode node;
  private final ScalePlan plan;
  private final Bench.Setup setup;

  IsolationLoop(ScaleNode node, ScalePlan plan, Bench.Setup setup) {
    this.node = node;
    this.plan = plan;
    this.setup = setup;
  }

  /** What the worker got, and what the store was asked for it. */
  private record Taken(double perSecond, double refillsPerMinute) {}

  /** The worker beside loaders; of what it has alone, its fair share is an equal part. */
  private record Row(int loaders, Taken taken, double share) {
    static Row of(int loaders, Taken taken, Taken alone) {
      return new Row(loaders, taken, taken.perSecond / (alone.perSecond / (loaders + 1)));
    }
  }

  List<Bar> run() throws IOException, InterruptedException {
    // Full enough for all that the worker can take.
    for (int i = 0; i < 100; i++) {
      node.client().update(Shape.enqueue(Shape.largest(), 1_000));
    }
    node.startAgainWithCache(CACHE_BYTES);
    Taken alone = worker(0);
    List<Row> rows = new ArrayList<>(List.of(Row.of(0, alone, alone)));
    tell(rows.getLast());
    for (int loaders : setup.quick() ? List.of(LOADERS_MAX) : List.of(1, 3, 6, LOADERS_MAX)) {
      rows.add(Row.of(loaders, worker(loaders), alone));
      tell(rows.getLast());
    }
    node.startAgainWithUsualCache();
    publish(rows);
    double refills =
        rows.stream().skip(1).mapToDouble(row -> row.taken.refillsPerMinute).max().orElseThrow();
    return List.of(
        Bar.atLeast("scale-isolation", rows.getLast().share, SHARE_MIN, "x"),
        new Bar("scale-isolation-refills", refills / alone.refillsPerMinute, REFILLS_MAX, "x"));
  }

  private void tell(Row row) {
    setup.say(
        "a worker beside %d loaders: %.0f tasks/s, %.2f of its fair share; %.0f refills/min",
        row.loaders, row.taken.perSecond, row.share, row.taken.refillsPerMinute);
  }

  private void publish(List<Row> rows) throws IOException {
    var table =
        new Table(
            List.of(
                new Column("loaders", 0),
                new Column("worker tasks/s", 0),
                new Column("of its fair share", 2),
                new Column("refills/min", 0)));
    rows.forEach(
        row -> table.add(row.loaders, row.taken.perSecond, row.share, row.taken.refillsPerMinute));
    setup.publish(
        new Report(
            "scale-isolation",
            "A worker beside loaders",
            List.of(
                "TaskMaster's figure 6: one worker on a full queue, loaders with %d callers each"
                        .formatted(CALLERS)
                    + " that send batches of %d, %,d bytes of cache."
                        .formatted(BATCH, CACHE_BYTES)),
            table,
            List.of(
                chart("Throughput of the worker", "tasks/s", rows, row -> row.taken.perSecond),
                chart("Its part of a fair share", "times", rows, Row::share),
                chart("Refills", "a minute", rows, row -> row.taken.refillsPerMinute))));
  }

  private static Chart chart(
      String title, String unit, List<Row> rows, ToDoubleFunction<Row> value) {
    var points =
        rows.stream().map(row -> new Chart.Point(row.loaders, value.applyAsDouble(row))).toList();
    return new Chart.Lines(
        title, "loaders", unit, false, false, List.of(new Chart.Line("worker", points)));
  }

  /** The worker leases and completes one task at a time. */
  private Taken worker(int loaders) throws IOException, InterruptedException {
    var ended = new AtomicBoolean();
    List<Client> clients = new ArrayList<>();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        for (int i = 0; i < loaders; i++) {
          var client = node.connect();
          clients.add(client);
          var request = Shape.enqueue(Shape.queue(i % plan.queues()), BATCH);
          for (int j = 0; j < CALLERS; j++) {
            callers.execute(
                () -> {
                  while (!ended.get()) {
                    client.update(request);
                  }
                });
          }
        }
        // The loaders get going, and the worker too.
        var _ = take(plan.phase().dividedBy(2));
        return take(plan.phase());
      } finally {
        ended.set(true);
      }
    } finally {
      clients.forEach(Client::close);
    }
  }

  private Taken take(Duration length) throws IOException, InterruptedException {
    double inquiries = node.inquiries();
    long taken = 0;
    long start = System.nanoTime();
    while (System.nanoTime() - start < length.toNanos()) {
      for (var task : node.client().lease(Shape.lease(Shape.largest(), 1))) {
        node.client().update(Shape.dequeue(task));
        taken++;
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Taken(taken / seconds, (node.inquiries() - inquiries) * 60 / seconds);
  }
}
