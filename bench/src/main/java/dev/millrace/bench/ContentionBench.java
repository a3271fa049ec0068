package dev.millrace.bench;

import dev.millrace.bench.load.Cell;
import dev.millrace.bench.load.Contender.Setting;
import dev.millrace.bench.load.Job;
import dev.millrace.bench.load.Latency;
import dev.millrace.bench.load.Load;
import dev.millrace.bench.load.Outcome;
import dev.millrace.bench.load.PrioritySession;
import dev.millrace.bench.load.Session;
import dev.millrace.bench.report.Chart;
import dev.millrace.bench.report.Report;
import dev.millrace.bench.report.Table;
import dev.millrace.bench.report.Table.Column;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * TaskMaster's figure 3: latency of enqueues against the share of them that meets a PID which
 * others enqueue too. A collision replaces the task, so that it writes like any other enqueue.
 */
public final class ContentionBench implements Bench {
  private static final double GROWTH_MAX = 1.2;
  private static final byte[] SHARED_PID = new byte[16];

  private final Size size;

  public ContentionBench(boolean quick) {
    this(quick ? Size.QUICK : Size.FULL);
  }

  ContentionBench(Size size) {
    this.size = size;
  }

  /**
   * How much of it.
   *
   * @param percents of collisions, between none and all
   * @param rounds over all of them; the best of each counts, so that a moment's disturbance doesn't
   */
  record Size(
      int connections,
      int callers,
      List<Double> percents,
      int rounds,
      Duration heat,
      Duration warmUp,
      Duration measured) {
    static final Size FULL =
        new Size(
            10,
            500,
            List.of(0.1, 0.3, 1.0, 3.0, 10.0, 30.0),
            3,
            Duration.ofSeconds(20),
            Duration.ofSeconds(1),
            Duration.ofSeconds(4));

    static final Size QUICK =
        new Size(
            10,
            500,
            List.of(1.0, 10.0),
            2,
            Duration.ofSeconds(5),
            Duration.ofMillis(500),
            Duration.ofSeconds(2));
  }

  /** One share of collisions, with all that was seen of it. */
  private record Share(double percent, Job job, List<Outcome> outcomes) {
    Share(double percent, Job job) {
      this(percent, job, new ArrayList<>());
    }

    Outcome best() {
      return outcomes.stream()
          .min(Comparator.comparingDouble(outcome -> outcome.latency().p50()))
          .orElseThrow();
    }

    long failures() {
      return outcomes.stream().mapToLong(Outcome::failures).sum();
    }
  }

  @Override
  public List<Bar> run(Setup setup) throws IOException, InterruptedException {
    // Replaces like a collision does, but nobody else's.
    Share own = new Share(0, replacing("own-pid", ownPids()));
    List<Share> shares = new ArrayList<>(List.of(own, new Share(0, colliding(0))));
    size.percents.forEach(percent -> shares.add(new Share(percent, colliding(percent))));
    Share all = new Share(100, colliding(100));
    shares.add(all);
    // Those that are compared come one after the other: the store works off what new tasks leave.
    List<Share> order = new ArrayList<>(shares);
    order.remove(own);
    order.add(order.indexOf(all), own);
    try (var contender = new MillraceContender(Setting.FSYNC, setup.serve())) {
      contender.start(setup.folder());
      var load = new Load(contender);
      setup.say("warming up for %d s", size.heat.toSeconds());
      var _ = load.run(cell(colliding(50)).lasting(Duration.ZERO, size.heat));
      for (int round = 0; round < size.rounds; round++) {
        for (Share share : round % 2 == 0 ? order : order.reversed()) {
          share.outcomes.add(load.run(cell(share.job).lasting(size.warmUp, size.measured)));
        }
      }
    }
    setup.publish(report(shares));
    double none = Math.min(own.best().latency().p50(), shares.get(1).best().latency().p50());
    long failures = shares.stream().mapToLong(Share::failures).sum();
    return List.of(
        new Bar("contention-median-growth", all.best().latency().p50() / none, GROWTH_MAX, "x"),
        new Bar("contention-failures", failures, 0, ""));
  }

  private Cell cell(Job job) {
    return Cell.of(job)
        .withConnections(size.connections)
        .withCallers(size.callers)
        .withQueues(size.connections);
  }

  private static Job colliding(double percent) {
    return replacing(
        String.format(Locale.ROOT, "%.1f%%", percent),
        _ -> ThreadLocalRandom.current().nextDouble(100) < percent ? SHARED_PID : Job.uniquePid());
  }

  /** Each caller has a session of its own, and a PID for it. */
  private static Function<Session, byte[]> ownPids() {
    Map<Session, byte[]> pids = new ConcurrentHashMap<>();
    return session -> pids.computeIfAbsent(session, _ -> Job.uniquePid());
  }

  private static Job replacing(String name, Function<Session, byte[]> pid) {
    return Job.enqueuing(
        name,
        (session, queue, data, _) ->
            ((PrioritySession) session).enqueue(queue, List.of(pid.apply(session)), data));
  }

  private static Report report(List<Share> shares) {
    var table =
        new Table(
            List.of(
                new Column("collisions %", 1),
                Column.words("PIDs"),
                new Column("tasks/s", 0),
                new Column("p20 µs", 0),
                new Column("p50 µs", 0),
                new Column("p80 µs", 0),
                new Column("p99 µs", 0),
                new Column("server CPU ms/1,000", 1),
                new Column("others %", 0),
                Column.words("note")));
    List<Chart.Point> points = new ArrayList<>();
    for (Share share : shares) {
      Outcome best = share.best();
      Latency latency = best.latency();
      table.add(
          share.percent,
          share.job.name().equals("own-pid") ? "each caller its own" : "unique, or one per queue",
          best.perSecond(),
          latency.p20(),
          latency.p50(),
          latency.p80(),
          latency.p99(),
          1000 * best.serverSecondsPer1000(),
          best.usage().othersPercent(),
          best.note());
      if (share.percent > 0) {
        points.add(
            new Chart.Point(
                share.percent, latency.p50() / 1e3, latency.p20() / 1e3, latency.p80() / 1e3));
      }
    }
    double none = shares.get(1).best().latency().p50() / 1e3;
    var chart =
        new Chart.Lines(
            "Latency of enqueues against collisions",
            "collisions %",
            "ms",
            true,
            true,
            List.of(
                new Chart.Line("median, 20th to 80th", points),
                new Chart.Line(
                    "no collisions",
                    points.stream().map(point -> new Chart.Point(point.x(), none)).toList())));
    return new Report(
        "contention-figure-3",
        "Latency against collisions",
        List.of(
            "TaskMaster's figure 3: 10 connections with 50 callers each, a queue per connection,"
                + " 1 KB, one task per call with `replace`, fsync before the reply.",
            "`./millrace bench contention`"),
        table,
        List.of(chart));
  }
}
