package dev.millrace.bench.overload;

import org.HdrHistogram.Histogram;

/** Percentiles of times. */
final class Percentile {
  private Percentile() {}

  /** In milliseconds; not a number if nothing was recorded. */
  static double millis(Histogram nanos, double percentile) {
    return nanos.getTotalCount() == 0 ? Double.NaN : nanos.getValueAtPercentile(percentile) / 1e6;
  }
}
