package dev.millrace.bench.scale;

import dev.millrace.api.v1.Pattern;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.QueueSize;
import dev.millrace.api.v1.Task;
import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import dev.millrace.node.keep.Compaction;
import dev.millrace.node.server.NodeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * A node that grows, ten times as large at each point, with all measurements at each of them. The
 * tasks that are there tell how far it has come: a run that was ended goes on from there.
 */
public final class ScaleBench implements Bench {
  /** Well under what a node can do, and the same at all sizes. */
  private static final double CALLS_PER_SECOND = 200;

  private static final double WARM_UP_SHARE = 0.5;
  private static final Duration SETTLE_TIME_MAX = Duration.ofMinutes(5);
  private static final Duration SETTLE_LOOK_TIME = Duration.ofSeconds(1);
  private static final int ROUNDS = 3;
  private static final int LISTINGS = 30;

  private final ScalePlan plan;

  public ScaleBench(ScalePlan plan) {
    this.plan = plan;
  }

  /** A plan that takes less than a minute. */
  public static ScalePlan quick() {
    return new ScalePlan(100_000, 1_000, 2L << 30, Duration.ofMillis(500), Duration.ZERO);
  }

  @Override
  public List<Bar> run(Setup setup) throws IOException, InterruptedException {
    checkSpace(setup);
    List<Point> points = new ArrayList<>();
    List<Bar> bars = new ArrayList<>();
    List<Bar> mixed = new ArrayList<>();
    var growth = new GrowthLoop(setup, plan.queues());
    try (var node = ScaleNode.start(setup, plan.memoryBytes())) {
      for (long size : plan.sizes()) {
        long present = tasks(node);
        if (present > size) {
          setup.say("%,d tasks are there: %,d is passed over", present, size);
          continue;
        }
        double perSecond = grow(node, growth, size - present, setup);
        settle(node, setup);
        points.add(measure(node, size, perSecond, setup));
        if (plan.isMixedAt(size)) {
          mixed.addAll(new MixedLoad(node, plan, setup).run());
        }
      }
      publish(points, setup);
      bars.addAll(ScaleBars.of(points.isEmpty() ? List.of(nothing()) : points, plan));
      bars.addAll(mixed);
      bars.addAll(new DeletionLoop(node, plan, setup, growth).run());
      bars.addAll(new IsolationLoop(node, plan, setup).run());
      bars.addAll(new HeldTasks(node, plan, setup).run());
    }
    return bars;
  }

  private static Point nothing() {
    double no = Double.NaN;
    return new Point(0, no, no, no, no, no, no, 1, no, no, 0, no);
  }

  private void checkSpace(Setup setup) throws IOException {
    long free = Files.getFileStore(setup.folder()).getUsableSpace();
    if (free < plan.diskBytes()) {
      throw new IOException(
          "%,d tasks need about %,d MiB of disk, and %s has %,d MiB free: choose fewer --tasks or another --folder"
              .formatted(plan.tasks(), plan.diskBytes() >> 20, setup.folder(), free >> 20));
    }
  }

  private static long tasks(ScaleNode node) {
    QueueSize size = node.client().totals().getSize();
    return size.getAvailable() + size.getLeased() + size.getDelayed();
  }

  private double grow(ScaleNode node, GrowthLoop growth, long more, Setup setup)
      throws IOException, InterruptedException {
    if (more == 0) {
      return Double.NaN;
    }
    long bulk = more > ScalePlan.ONLINE_MAX ? more - ScalePlan.LAST_ONLINE : 0;
    if (bulk > 0) {
      node.stop();
      setup.say("building %,d tasks offline", bulk);
      double perSecond = growth.offline(Shape.NAME, plan.queues(), bulk);
      setup.say("built %,d tasks, %,.0f/s", bulk, perSecond);
      // The queues have tasks already, so what was built lies above those and isn't merged yet.
      long start = System.nanoTime();
      Compaction.run(ScaleNode.data(setup), NodeConfig.SLOTS);
      setup.say("compacted in %.0f s", (System.nanoTime() - start) / 1e9);
      node.startAgain();
    }
    setup.say("enqueueing %,d tasks", more - bulk);
    double perSecond = growth.online(node.client(), more - bulk);
    setup.say("enqueued %,d tasks, %,.0f/s", more - bulk, perSecond);
    return perSecond;
  }

  /** What growth leaves to be compacted is work of the growth, and has an end. */
  private static void settle(ScaleNode node, Setup setup) throws IOException, InterruptedException {
    long start = System.nanoTime();
    double before = node.pendingBytes();
    for (double pending = before;
        pending > 0 && System.nanoTime() - start < SETTLE_TIME_MAX.toNanos();
        pending = node.pendingBytes()) {
      Thread.sleep(SETTLE_LOOK_TIME);
    }
    setup.say(
        "%,.0f MiB were compacted in %.0f s behind the growth",
        (before - node.pendingBytes()) / 1048576, (System.nanoTime() - start) / 1e9);
  }

  private Point measure(ScaleNode node, long size, double perSecond, Setup setup)
      throws IOException, InterruptedException {
    double list = listP99(node);
    double fifo = p99(_ -> node.client().update(Shape.enqueue(anyQueue(), 1)));
    double anywhere = p99(_ -> node.client().update(Shape.enqueueAnywhere(anyQueue())));
    double lease = leaseP99(node);
    setup.say(
        "%,d tasks: p99 of FIFO enqueues %.2f ms, random %.2f, leases %.2f, listings %.1f",
        size, fifo, anywhere, lease, list);
    long before = tasks(node);
    double restart = node.restartAfterKill();
    long start = System.nanoTime();
    var first = node.client().lease(Shape.lease(Shape.queue(0), 1));
    restart += (System.nanoTime() - start) / 1e9;
    long wrong = Math.abs(tasks(node) - before) + (first.isEmpty() ? 1 : 0);
    first.forEach(task -> node.client().update(Shape.dequeue(task)));
    node.stop();
    double bytes = node.storeBytes() / (double) before;
    double pageCache = ScaleNode.pageCacheBytes();
    Compaction.run(ScaleNode.data(setup), NodeConfig.SLOTS);
    double compacted = node.storeBytes() / (double) before;
    node.startAgain();
    var point =
        new Point(
            size,
            perSecond,
            fifo,
            anywhere,
            lease,
            list,
            restart,
            wrong,
            bytes,
            compacted,
            node.peakBytes(),
            pageCache);
    setup.say(
        "%,d tasks: first lease %.2f s after a kill; %.1f B a task, %.1f compacted; %,d MiB, page"
            + " cache %,.0f",
        size, restart, bytes, compacted, point.peakBytes() >> 20, pageCache / 1048576);
    return point;
  }

  private double p99(OpenLoop.Call call) {
    var warmUp = Duration.ofMillis((long) (plan.phase().toMillis() * WARM_UP_SHARE));
    new OpenLoop(CALLS_PER_SECOND, warmUp).run(call);
    return middleP99(() -> new OpenLoop(CALLS_PER_SECOND, plan.phase()).run(call));
  }

  /** Of a few rounds the one in the middle counts, because machines stand still at times. */
  private static double middleP99(Supplier<Histogram> round) {
    return IntStream.range(0, ROUNDS)
        .mapToDouble(_ -> OpenLoop.millis(round.get(), 99))
        .sorted()
        .toArray()[ROUNDS / 2];
  }

  /** The leases are timed, and not what ends them. */
  private double leaseP99(ScaleNode node) {
    List<Task> leased = Collections.synchronizedList(new ArrayList<>());
    double p99 = p99(_ -> leased.addAll(node.client().lease(Shape.lease(anyQueue(), 1))));
    leased.forEach(task -> node.client().update(Shape.dequeue(task)));
    return p99;
  }

  private Queue anyQueue() {
    return Shape.queue(ThreadLocalRandom.current().nextInt(plan.queues()));
  }

  private static double listP99(ScaleNode node) {
    var _ = listings(node);
    return middleP99(() -> listings(node));
  }

  private static Histogram listings(ScaleNode node) {
    var pattern = Pattern.newBuilder().setRegex("queue-.*7").build();
    var times = new Histogram(3);
    for (int i = 0; i < LISTINGS; i++) {
      long start = System.nanoTime();
      node.client().list(pattern);
      times.recordValue(System.nanoTime() - start);
    }
    return times;
  }

  private void publish(List<Point> points, Setup setup) throws IOException {
    setup.publish(
        ScaleTable.report(
            points,
            List.of(
                "%,d queues, tasks of 10 bytes, %,d MiB of memory, %.0f calls a second."
                    .formatted(plan.queues(), plan.memoryBytes() >> 20, CALLS_PER_SECOND),
                "`./millrace bench scale --tasks %d --queues %d`"
                    .formatted(plan.tasks(), plan.queues()))));
  }
}
