package dev.millrace.bench.scale;

import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import dev.millrace.bench.Client;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

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

  List<Bar> run() throws IOException, InterruptedException {
    // Full enough for all that the worker can take.
    for (int i = 0; i < 100; i++) {
      node.client().update(Shape.enqueue(Shape.largest(), 1_000));
    }
    node.startAgainWithCache(CACHE_BYTES);
    Taken alone = worker(0);
    tell(0, alone, 1);
    double share = Double.NaN;
    double refills = 0;
    for (int loaders : setup.quick() ? List.of(LOADERS_MAX) : List.of(1, 3, 6, LOADERS_MAX)) {
      Taken taken = worker(loaders);
      share = taken.perSecond / (alone.perSecond / (loaders + 1));
      refills = Math.max(refills, taken.refillsPerMinute);
      tell(loaders, taken, share);
    }
    node.startAgainWithUsualCache();
    return List.of(
        Bar.atLeast("scale-isolation", share, SHARE_MIN, "x"),
        new Bar("scale-isolation-refills", refills / alone.refillsPerMinute, REFILLS_MAX, "x"));
  }

  private void tell(int loaders, Taken taken, double share) {
    setup.say(
        "a worker beside %d loaders: %.0f tasks/s, %.2f of its fair share; %.0f refills/min",
        loaders, taken.perSecond, share, taken.refillsPerMinute);
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
