package dev.millrace.bench;

import java.util.Arrays;

/** Times of one kind of call, in nanoseconds: all of them, so that percentiles are exact. */
final class Samples {
  private long[] nanos = new long[1024];
  private int size;

  void add(long value) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * size);
    }
    nanos[size++] = value;
  }

  int size() {
    return size;
  }

  /** In milliseconds; the smallest time that this share of all calls did not exceed. */
  double millis(double share) {
    long[] sorted = Arrays.copyOf(nanos, size);
    Arrays.sort(sorted);
    return sorted[Math.max(0, (int) Math.ceil(share * size) - 1)] / 1e6;
  }

  double meanMillis() {
    return Arrays.stream(nanos, 0, size).average().orElse(Double.NaN) / 1e6;
  }
}
