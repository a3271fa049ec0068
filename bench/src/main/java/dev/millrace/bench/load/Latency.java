package dev.millrace.bench.load;

import org.HdrHistogram.Histogram;

/** How long calls took, in microseconds; in an open loop, since they were meant to start. */
public record Latency(
    long calls,
    double mean,
    double p20,
    double p50,
    double p80,
    double p90,
    double p99,
    double p999,
    double max) {

  /** Of nanoseconds. */
  static Latency of(Histogram nanos) {
    return new Latency(
        nanos.getTotalCount(),
        nanos.getMean() / 1e3,
        at(nanos, 20),
        at(nanos, 50),
        at(nanos, 80),
        at(nanos, 90),
        at(nanos, 99),
        at(nanos, 99.9),
        nanos.getMaxValue() / 1e3);
  }

  private static double at(Histogram nanos, double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e3;
  }
}
