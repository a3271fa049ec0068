package dev.millrace.bench.scale;

import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** A queue with a tenth of all tasks is deleted while others go on. */
final class DeletionLoop {
  private static final double CALLS_PER_SECOND = 200;
  private static final double DELETE_MILLIS_MAX = 10;
  private static final double OTHERS_GROWTH_MAX = 2;
  private static final double SPACE_LEFT_MAX = 0.2;
  private static final int WARM_UPS = 200;
  private static final Duration RECLAIM_TIME_MAX = Duration.ofMinutes(2);
  private static final Duration QUICK_RECLAIM_TIME_MAX = Duration.ofSeconds(10);

  private final ScaleNode node;
  private final ScalePlan plan;
  private final Bench.Setup setup;
  private final GrowthLoop growth;

  DeletionLoop(ScaleNode node, ScalePlan plan, Bench.Setup setup, GrowthLoop growth) {
    this.node = node;
    this.plan = plan;
    this.setup = setup;
    this.growth = growth;
  }

  List<Bar> run() throws IOException, InterruptedException {
    node.stop();
    long without = node.storeBytes();
    growth.offline(Shape.LARGEST, 1, plan.largest());
    long with = node.storeBytes();
    node.startAgain();
    warmUp();
    double before = othersP99();
    var deleteNanos = new AtomicLong();
    var deleting =
        CompletableFuture.runAsync(
            () -> {
              long start = System.nanoTime();
              node.client().delete(Shape.largest());
              deleteNanos.set(System.nanoTime() - start);
            });
    double meanwhile = othersP99();
    deleting.join();
    double left = spaceLeft(without, with);
    double millis = deleteNanos.get() / 1e6;
    setup.say(
        "a queue of %,d tasks: deleted in %.1f ms; p99 of others %.2f ms before, %.2f meanwhile;"
            + " %.0f %% of its %,d MiB left",
        plan.largest(), millis, before, meanwhile, 100 * left, (with - without) >> 20);
    return List.of(
        new Bar("scale-delete", millis, DELETE_MILLIS_MAX, "ms"),
        ScaleBars.growth("scale-delete-others", meanwhile, before, OTHERS_GROWTH_MAX),
        new Bar("scale-delete-space-left", left, SPACE_LEFT_MAX, ""));
  }

  /** The first calls of a kind are those of a Java that doesn't know them yet. */
  private void warmUp() {
    othersP99();
    for (int i = 0; i < WARM_UPS; i++) {
      node.client().update(Shape.enqueue(Shape.small(), 1));
      node.client().delete(Shape.small());
    }
  }

  private double othersP99() {
    var loop = new OpenLoop(CALLS_PER_SECOND, plan.phase());
    return OpenLoop.millis(
        loop.run(
            _ -> {
              int queue = ThreadLocalRandom.current().nextInt(plan.queues());
              node.client().update(Shape.enqueue(Shape.queue(queue), 1));
            }),
        99);
  }

  /** The share of its space that isn't free again after a while, in which others go on. */
  private double spaceLeft(long without, long with) throws IOException {
    Duration most = setup.quick() ? QUICK_RECLAIM_TIME_MAX : RECLAIM_TIME_MAX;
    long end = System.nanoTime() + most.toNanos();
    double left;
    do {
      othersP99();
      left = Math.max(0, node.storeBytes() - without) / (double) Math.max(1, with - without);
    } while (left > SPACE_LEFT_MAX && System.nanoTime() < end);
    return left;
  }
}
