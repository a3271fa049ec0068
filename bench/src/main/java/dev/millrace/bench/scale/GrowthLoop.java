package dev.millrace.bench.scale;

import dev.millrace.bench.Bench;
import dev.millrace.bench.Client;
import dev.millrace.node.load.LoadPlan;
import dev.millrace.node.load.OfflineLoad;
import dev.millrace.node.server.NodeConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Makes the backlog larger, through the interface or offline. */
final class GrowthLoop {
  private static final int CALLERS = 4;
  private static final int UPDATE = 500;
  private static final long SORT_BYTES = 64L << 20;

  private final Bench.Setup setup;
  private final int queues;
  private final AtomicLong next = new AtomicLong();

  GrowthLoop(Bench.Setup setup, int queues) {
    this.setup = setup;
    this.queues = queues;
  }

  /** Puts FIFO tasks into all queues in turn; how many a second. */
  double online(Client client, long tasks) throws InterruptedException {
    var left = new AtomicLong(tasks);
    var told = new AtomicLong(10);
    long start = System.nanoTime();
    List<Future<?>> callers = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(CALLERS)) {
      for (int i = 0; i < CALLERS; i++) {
        callers.add(
            threads.submit(
                () -> {
                  for (long had = left.getAndAdd(-UPDATE); had > 0; had = left.getAndAdd(-UPDATE)) {
                    int some = (int) Math.min(UPDATE, had);
                    client.update(Shape.enqueueInTurn(next.getAndAdd(UPDATE), queues, some));
                    tell(tasks - had, tasks, told);
                  }
                }));
      }
      for (var caller : callers) {
        caller.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("the node did not grow", e.getCause());
    }
    return tasks / ((System.nanoTime() - start) / 1e9);
  }

  private void tell(long done, long of, AtomicLong told) {
    long percent = told.get();
    if (done * 100 / of >= percent && told.compareAndSet(percent, percent + 10)) {
      setup.say("  %,d of %,d tasks", done, of);
    }
  }

  /** Builds tasks in the directory of a node that doesn't run; how many a second. */
  double offline(String name, int into, long tasks) throws IOException {
    long start = System.nanoTime();
    OfflineLoad.generate(
        ScaleNode.data(setup),
        new LoadPlan("", name, 0, into, tasks, Shape.DATA_BYTES),
        new OfflineLoad.Terms(NodeConfig.SLOTS, SORT_BYTES, _ -> {}));
    return tasks / ((System.nanoTime() - start) / 1e9);
  }
}
