package dev.millrace.bench.overload;

import dev.millrace.bench.load.Usage;
import dev.millrace.bench.overload.Watch.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A phase that is over, with what was seen meanwhile.
 *
 * @param times the load as a multiple of the capacity; 0 for a closed loop
 */
record Level(double times, Tally tally, List<Sample> samples) {
  Level {
    samples = List.copyOf(samples);
  }

  String name() {
    if (tally.phase().isClosed()) {
      return "closed loop";
    }
    String load = String.format(Locale.ROOT, times < 1 ? "%.1fx" : "%.0fx", times);
    return tally.phase().hasGreedyClient() ? "greedy-" + load : load;
  }

  /** For who waits for the next one. */
  String summary() {
    String accepted =
        String.format(
            Locale.ROOT,
            "%s: %,.0f/s offered, %,.0f/s accepted, p99 %,.0f ms",
            name(),
            offeredPerSecond(),
            goodput(),
            millis(99));
    return refusedPerSecond() == 0
        ? accepted
        : accepted + String.format(Locale.ROOT, "; refused, p99 %,.1f ms", refusalMillis(99));
  }

  private double seconds() {
    return tally.phase().measured().toNanos() / 1e9;
  }

  /** Requests a second that were accepted and answered. */
  double goodput() {
    return tally.answered() / seconds();
  }

  double offeredPerSecond() {
    return Arrays.stream(tally.offered()).sum() / seconds();
  }

  double refusedPerSecond() {
    return Arrays.stream(tally.refused()).sum() / seconds();
  }

  /** Requests a second that the node didn't read. */
  double unsentPerSecond() {
    return tally.unsent() / seconds();
  }

  /** Of accepted requests, in milliseconds; not a number if there are none. */
  double millis(double percentile) {
    return Percentile.millis(tally.latency(), percentile);
  }

  double refusalMillis(double percentile) {
    return Percentile.millis(tally.refusals(), percentile);
  }

  /** Of completions, beside a greedy client. */
  double jain() {
    return Fairness.jain(others(tally.offered()), others(tally.accepted()));
  }

  /** The same without regard to what clients wanted. */
  double plainJain() {
    return Fairness.jain(others(tally.accepted()));
  }

  double jainOfRefusals() {
    return Fairness.jain(others(tally.refused()));
  }

  private int[] others(int[] counts) {
    return tally.phase().hasGreedyClient() ? Arrays.copyOfRange(counts, 1, counts.length) : counts;
  }

  /** How often more the greedy client got than another one. */
  double greedyTimes() {
    return tally.accepted()[0]
        / Arrays.stream(others(tally.accepted())).average().orElse(Double.NaN);
  }

  double swarmCores() {
    return cores(Sample::swarmSeconds);
  }

  double nodeCores() {
    return cores(Sample::nodeSeconds);
  }

  /** CPU taken by neither swarm nor node, of all that the machine has. */
  double othersPercent() {
    double others = cores(Sample::busySeconds) - swarmCores() - nodeCores();
    // Counters have a grain, and can say a little less than nothing.
    return Math.max(0, 100 * others / Runtime.getRuntime().availableProcessors());
  }

  /** Whether others took so much that the figures tell little. */
  boolean isDisturbed() {
    return othersPercent() > Usage.OTHERS_PERCENT_MAX;
  }

  private double cores(ToDoubleFunction<Sample> seconds) {
    if (samples.size() < 2) {
      return Double.NaN;
    }
    Sample first = samples.getFirst();
    Sample last = samples.getLast();
    return (seconds.applyAsDouble(last) - seconds.applyAsDouble(first))
        / ((last.nanos() - first.nanos()) / 1e9);
  }

  double rssBytes() {
    return samples.isEmpty() ? Double.NaN : samples.getLast().rssBytes();
  }

  /** Memory in the last third of the time, as a multiple of that in the second third. */
  double rssGrowth() {
    int third = samples.size() / 3;
    return meanRss(samples.subList(samples.size() - third, samples.size()))
        / meanRss(samples.subList(third, samples.size() - third));
  }

  private static double meanRss(List<Sample> some) {
    return some.stream().mapToLong(Sample::rssBytes).average().orElse(Double.NaN);
  }
}
