package dev.millrace.bench.scale;

import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.HdrHistogram.Histogram;

/**
 * Enqueues, at both kinds of places, and as many leases with their completions, for a long time.
 * The last quarter is compared with the second: the first is still filling caches.
 */
final class MixedLoad {
  private static final double CALLS_PER_SECOND = 400;
  private static final int PARTS = 4;
  private static final int LOOKS = 90;
  private static final double DRIFT_MAX = 1.1;

  private final ScaleNode node;
  private final ScalePlan plan;
  private final Bench.Setup setup;

  MixedLoad(ScaleNode node, ScalePlan plan, Bench.Setup setup) {
    this.node = node;
    this.plan = plan;
    this.setup = setup;
  }

  private record Part(double p99, double p99OfAll, double memoryBytes, double diskBytes) {}

  List<Bar> run() throws IOException {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < PARTS; i++) {
      Part part = part();
      parts.add(part);
      setup.say(
          "mixed load, part %d of %d: p99 %.2f ms, %.2f with all stalls; %,.0f MiB of memory, %,.0f"
              + " of disk",
          i + 1,
          PARTS,
          part.p99(),
          part.p99OfAll(),
          part.memoryBytes() / 1048576,
          part.diskBytes() / 1048576);
    }
    Part second = parts.get(1);
    Part last = parts.getLast();
    return List.of(
        ScaleBars.growth("scale-mixed-p99", last.p99(), second.p99(), DRIFT_MAX),
        ScaleBars.growth("scale-mixed-rss", last.memoryBytes(), second.memoryBytes(), DRIFT_MAX),
        ScaleBars.growth("scale-mixed-disk", last.diskBytes(), second.diskBytes(), DRIFT_MAX));
  }

  /**
   * Of all of it the middle of many looks: machines stand still at times, and a compaction has
   * files twice for a moment.
   */
  private Part part() throws IOException {
    var all = new Histogram(3);
    var p99 = new double[LOOKS];
    var memory = new double[LOOKS];
    var disk = new double[LOOKS];
    Duration length = plan.mixed().dividedBy((long) PARTS * LOOKS);
    for (int i = 0; i < LOOKS; i++) {
      Histogram times = new OpenLoop(CALLS_PER_SECOND, length).run(this::call);
      all.add(times);
      p99[i] = OpenLoop.millis(times, 99);
      memory[i] = node.presentBytes();
      disk[i] = node.storeBytes();
    }
    return new Part(middle(p99), OpenLoop.millis(all, 99), middle(memory), middle(disk));
  }

  private static double middle(double[] looks) {
    Arrays.sort(looks);
    return looks[LOOKS / 2];
  }

  private void call(int number) {
    var queue = Shape.queue(ThreadLocalRandom.current().nextInt(plan.queues()));
    switch (number % PARTS) {
      case 0 -> node.client().update(Shape.enqueue(queue, 1));
      case 1 -> node.client().update(Shape.enqueueAnywhere(queue));
      default ->
          node.client()
              .lease(Shape.lease(queue, 1))
              .forEach(task -> node.client().update(Shape.dequeue(task)));
    }
  }
}
