package dev.millrace.bench.overload;

import dev.millrace.bench.Bar;
import dev.millrace.bench.overload.TaskBook.Findings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What a run must reach.
 *
 * @param before a load that the node bears easily
 * @param levels of rising load, the last one being the highest
 * @param after the load of before, right behind the highest
 * @param greedy levels with a greedy client
 * @param natural rounds of levels without a slowed disk, each behind a closed loop; the last one is
 *     the highest
 */
record OverloadBars(
    Duration target,
    Level before,
    List<Level> levels,
    Level after,
    List<Level> greedy,
    List<Level> natural,
    Audit audit) {
  OverloadBars {
    levels = List.copyOf(levels);
    greedy = List.copyOf(greedy);
    natural = List.copyOf(natural);
  }

  /**
   * What clients found at the end.
   *
   * @param complaints answers that a node must not give
   * @param singles single calls with a deadline
   * @param streamed calls of streams with a timeout
   */
  record Audit(Findings findings, long complaints, Timed singles, Timed streamed) {}

  /**
   * What was executed of requests that were of use for a while only.
   *
   * @param inTime acknowledged before their time was over
   * @param expired those that their client had given up
   */
  record Timed(long inTime, long expired) {
    static final Timed NONE = new Timed(0, 0);

    Timed plus(Timed other) {
      return new Timed(inTime + other.inTime, expired + other.expired);
    }

    double expiredShare() {
      return expired == 0 ? 0 : (double) expired / (expired + inTime);
    }
  }

  List<Bar> all() {
    List<Bar> bars = new ArrayList<>();
    levels.forEach(level -> addLatency(bars, level));
    greedy.forEach(level -> addLatency(bars, level));
    levels.forEach(
        level ->
            bars.add(
                Bar.atLeast("overload-%s-jain".formatted(level.name()), level.jain(), 0.99, "")));
    greedy.forEach(
        level ->
            bars.add(
                Bar.atLeast(
                    "overload-%s-jain-others".formatted(level.name()), level.jain(), 0.98, "")));
    Level highest = levels.getLast();
    bars.add(
        Bar.atLeast(
            "overload-%s-jain-refusals".formatted(highest.name()),
            highest.jainOfRefusals(),
            0.99,
            ""));
    bars.add(
        Bar.atLeast(
            "overload-%s-goodput".formatted(highest.name()),
            highest.goodput() / peak(levels),
            0.95,
            "x"));
    bars.add(new Bar("overload-refusals-p99", slowestRefusals(), 20, "ms"));
    bars.add(
        new Bar(
            "overload-recovery",
            Recovery.seconds(before.millis(99), after.tally().seconds()),
            5,
            "s"));
    bars.add(new Bar("overload-rss-growth", highest.rssGrowth(), 1.1, "x"));
    bars.add(new Bar("overload-lost", audit.findings.lost(), 0, ""));
    bars.add(new Bar("overload-leases-dropped", audit.findings.leasesDropped(), 0, ""));
    bars.add(
        new Bar(
            "overload-refused-executed",
            audit.findings.refusedExecuted() + audit.findings.cameBack(),
            0,
            ""));
    bars.add(new Bar("overload-expired-executed", audit.singles.expiredShare(), 0.01, ""));
    bars.add(new Bar("overload-expired-executed-streams", audit.streamed.expiredShare(), 0.01, ""));
    bars.add(new Bar("overload-unsent", sum(Tally::unsent), 0, ""));
    bars.add(new Bar("overload-unanswered", sum(Tally::unanswered), 0, ""));
    bars.add(new Bar("overload-no-retry-after", sum(Tally::withoutRetryAfter), 0, ""));
    bars.add(new Bar("overload-wrong-answers", audit.complaints, 0, ""));
    bars.add(new Bar("overload-swarm-cores", mostSwarmCores(), 0.3, ""));
    bars.add(
        Bar.atLeast(
            "overload-natural-%s".formatted(natural.getLast().name()), naturalShare(), 0.9, "x"));
    return bars;
  }

  /**
   * What the highest load without a slowed disk gets, of the load that gets most. Loads are run
   * several times in turn, because the speed of a machine changes; the middle of each counts.
   */
  private double naturalShare() {
    double peak =
        natural.stream()
            .map(Level::name)
            .distinct()
            .mapToDouble(this::middleGoodput)
            .max()
            .orElse(Double.NaN);
    return middleGoodput(natural.getLast().name()) / peak;
  }

  private double middleGoodput(String load) {
    double[] same =
        natural.stream()
            .filter(level -> level.name().equals(load))
            .mapToDouble(Level::goodput)
            .sorted()
            .toArray();
    return same[same.length / 2];
  }

  private void addLatency(List<Bar> bars, Level level) {
    bars.add(latency(level, 90, "p90", 0.8));
    bars.add(latency(level, 99, "p99", 1));
    bars.add(latency(level, 99.9, "p999", 2));
  }

  private Bar latency(Level level, double percentile, String name, double times) {
    return new Bar(
        "overload-%s-%s".formatted(level.name(), name),
        level.millis(percentile) / target.toMillis(),
        times,
        "x");
  }

  private static double peak(List<Level> levels) {
    return levels.stream().mapToDouble(Level::goodput).max().orElse(Double.NaN);
  }

  /** Where nothing was refused nothing was slow. */
  private double slowestRefusals() {
    return slow().stream()
        .mapToDouble(level -> level.refusalMillis(99))
        .filter(Double::isFinite)
        .max()
        .orElse(0);
  }

  private double mostSwarmCores() {
    return slow().stream().mapToDouble(Level::swarmCores).max().orElse(Double.NaN);
  }

  private long sum(ToLongFunction<Tally> count) {
    return slow().stream().map(Level::tally).mapToLong(count).sum();
  }

  private List<Level> slow() {
    List<Level> all = new ArrayList<>(levels);
    all.add(before);
    all.add(after);
    all.addAll(greedy);
    return all;
  }
}
