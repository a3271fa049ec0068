package dev.millrace.bench.scale;

import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import java.util.List;

/** Millions of delayed tasks and as many leased ones, in the same memory. */
final class HeldTasks {
  private static final int UPDATE = 1_000;

  private final ScaleNode node;
  private final ScalePlan plan;
  private final Bench.Setup setup;

  HeldTasks(ScaleNode node, ScalePlan plan, Bench.Setup setup) {
    this.node = node;
    this.plan = plan;
    this.setup = setup;
  }

  List<Bar> run() {
    var client = node.client();
    long start = System.nanoTime();
    for (long done = 0; done < plan.held(); done += UPDATE) {
      int queue = (int) (done / UPDATE % plan.queues());
      client.update(Shape.enqueueDelayed(Shape.queue(queue), UPDATE));
    }
    long leased = 0;
    for (int queue = 0; leased < plan.held() && queue < plan.queues(); queue++) {
      int got;
      do {
        got = client.lease(Shape.lease(Shape.queue(queue), UPDATE)).size();
        leased += got;
      } while (got == UPDATE && leased < plan.held());
    }
    var size = client.totals().getSize();
    setup.say(
        "%,d tasks delayed and %,d leased in %.1f s: %,d MiB",
        size.getDelayed(),
        size.getLeased(),
        (System.nanoTime() - start) / 1e9,
        node.peakBytes() >> 20);
    return List.of(
        Bar.atLeast("scale-delayed", (double) size.getDelayed(), (double) plan.held(), ""),
        Bar.atLeast("scale-leased", (double) size.getLeased(), (double) plan.held(), ""),
        ScaleBars.memory("scale-held-rss", node.peakBytes(), plan));
  }
}
