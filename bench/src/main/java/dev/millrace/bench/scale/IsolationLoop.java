package dev.millrace.bench.scale;

import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import dev.millrace.bench.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What figure 6 of TaskMaster shows: one worker with one call at a time takes tasks from a full
 * queue, while up to ten loaders with 50 callers each enqueue batches of 50 into queues of their
 * own.
 */
final class IsolationLoop {
  private static final int CALLERS = 50;
  private static final int BATCH = 50;
  private static final int LOADERS_MAX = 10;
  private static final double SHARE_MIN = 0.5;

  private final ScaleNode node;
  private final ScalePlan plan;
  private final Bench.Setup setup;

  IsolationLoop(ScaleNode node, ScalePlan plan, Bench.Setup setup) {
    this.node = node;
    this.plan = plan;
    this.setup = setup;
  }

  List<Bar> run() {
    // Full enough for all that the worker can take.
    for (int i = 0; i < 100; i++) {
      node.client().update(Shape.enqueue(Shape.largest(), 1_000));
    }
    double alone = worker(0);
    setup.say("a worker alone: %.0f tasks/s", alone);
    double share = Double.NaN;
    for (int loaders : setup.quick() ? List.of(LOADERS_MAX) : List.of(1, 3, 6, LOADERS_MAX)) {
      double throughput = worker(loaders);
      share = throughput / (alone / (loaders + 1));
      setup.say(
          "a worker beside %d loaders: %.0f tasks/s, %.2f of its fair share",
          loaders, throughput, share);
    }
    return List.of(Bar.atLeast("scale-isolation", share, SHARE_MIN, "x"));
  }

  /** Tasks a second that the worker leases and completes. */
  private double worker(int loaders) {
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

  private double take(Duration length) {
    long taken = 0;
    long start = System.nanoTime();
    while (System.nanoTime() - start < length.toNanos()) {
      for (var task : node.client().lease(Shape.lease(Shape.largest(), 1))) {
        node.client().update(Shape.dequeue(task));
        taken++;
      }
    }
    return taken / ((System.nanoTime() - start) / 1e9);
  }
}
