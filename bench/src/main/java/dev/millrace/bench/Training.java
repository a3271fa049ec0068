package dev.millrace.bench;

import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import dev.millrace.bench.load.Cell;
import dev.millrace.bench.load.Contender.Setting;
import dev.millrace.bench.load.Job;
import dev.millrace.bench.load.Load;
import dev.millrace.bench.load.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures nothing: gives a node all that a busy one has to do, for less than half a minute, so
 * that its Java can note down what it loaded and how the code was used. A first node is killed; the
 * one that learns recovers what that left, works, and ends by itself.
 */
public final class Training implements Bench {
  private static final int CONNECTIONS = 10;
  private static final int CALLERS = 100;
  private static final int BATCH = 50;
  private static final int BATCH_CALLERS = 40;

  /** The store is written all the time, and what was written is read from there. */
  private static final String CONFIG =
      """
      checkpoint-interval = 300ms
      cache-bytes = 2MiB
      """;

  private final Duration unit;
  private final int tasks;

  public Training() {
    this(Duration.ofSeconds(1), 20_000);
  }

  /**
   * @param unit how long one kind of load lasts; the most common ones last for several
   * @param tasks of a backlog
   */
  Training(Duration unit, int tasks) {
    this.unit = unit;
    this.tasks = tasks;
  }

  @Override
  public List<Bar> run(Setup setup) throws IOException, InterruptedException {
    Path config = Files.writeString(setup.folder().resolve("config"), CONFIG);
    var serve = new ArrayList<>(setup.serve());
    serve.addAll(List.of("--config", config.toString()));
    try (var killed = new MillraceContender(Setting.FSYNC, serve)) {
      killed.start(setup.folder());
      run(killed, batches(Job.FIFO).lasting(Duration.ZERO, unit), setup);
    }
    try (var learning = new MillraceContender(Setting.FSYNC, serve)) {
      learning.start(setup.folder());
      callOneByOne(learning.client());
      for (Cell cell : cells()) {
        run(learning, cell, setup);
      }
      learning.stop();
    }
    return List.of();
  }

  private List<Cell> cells() {
    return List.of(
        batches(Job.COMPLETE).withStock(tasks).lasting(Duration.ZERO, unit),
        singles(Job.COMPLETE).withStock(tasks).lasting(Duration.ZERO, unit),
        batches(Job.ENQUEUE).lasting(Duration.ZERO, unit.dividedBy(2)),
        singles(Job.ENQUEUE).lasting(Duration.ZERO, unit.dividedBy(2)),
        batches(Job.BALANCED).lasting(Duration.ZERO, unit.multipliedBy(2)),
        singles(Job.BALANCED).lasting(Duration.ZERO, unit.multipliedBy(3)));
  }

  private static Cell singles(Job job) {
    return Cell.of(job).withConnections(CONNECTIONS).withQueues(CONNECTIONS).withCallers(CALLERS);
  }

  private static Cell batches(Job job) {
    return singles(job).withBatch(BATCH).withCallers(BATCH_CALLERS);
  }

  private static void run(MillraceContender contender, Cell cell, Setup setup)
      throws IOException, InterruptedException {
    Outcome outcome = new Load(contender).run(cell);
    setup.say(
        "%s by %d: %,d tasks, %d calls failed",
        cell.job().name(), cell.batch(), outcome.tasks(), outcome.failures());
  }

  /** As the command line and programs in other languages call. */
  private void callOneByOne(Client client) {
    Queue queue = Work.queue("training", "calls");
    long end = System.nanoTime() + unit.toNanos();
    do {
      client.update(Work.update(Work.enqueue(queue, BATCH)));
      client.updateAll(List.of(Work.update(Work.enqueue(queue, 1))));
      client.countTasks(queue);
      client.totals();
      client.forEachQueue(_ -> {});
      List<Task> leased = client.lease(Work.lease(queue, BATCH));
      client.update(Work.update(leased.stream().map(Work::dequeue)));
    } while (System.nanoTime() < end);
  }
}
