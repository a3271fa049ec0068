package dev.millrace.bench.load;

import org.HdrHistogram.Histogram;

/**
 * How long calls took, in microseconds; in an open loop, since they were meant to start.
 *
 * @param nanos nobody adds to it any more
 */
public record Latency(Histogram nanos) {
  public long calls() {
    return nanos.getTotalCount();
  }

  public double mean() {
    return nanos.getMean() / 1e3;
  }

  public double p20() {
    return at(20);
  }

  public double p50() {
    return at(50);
  }

  public double p80() {
    return at(80);
  }

  public double p90() {
    return at(90);
  }

  public double p99() {
    return at(99);
  }

  public double p999() {
    return at(99.9);
  }

  public double max() {
    return nanos.getMaxValue() / 1e3;
  }

  private double at(double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e3;
  }

  /** Of these calls and others. */
  Latency plus(Latency more) {
    Histogram all = nanos.copy();
    all.add(more.nanos);
    return new Latency(all);
  }
}
