package dev.millrace.stages;

import java.util.Arrays;

/** How long events waited, in buckets a fifth apart; a percentile is exact to that. */
final class Delays {
  private static final int STEPS = 4;
  private static final int BUCKETS = Long.SIZE * STEPS;

  private final int[] counts = new int[BUCKETS];
  private int total;

  void add(long nanos) {
    counts[bucketOf(Math.max(nanos, 1))]++;
    total++;
  }

  private static int bucketOf(long nanos) {
    int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
    int step = (int) (exponent < 2 ? 0 : (nanos >>> (exponent - 2)) & (STEPS - 1));
    return exponent * STEPS + step;
  }

  /** At least what so many of all waited; 0 when there was nobody. */
  long percentile(double part) {
    long wanted = (long) Math.ceil(total * part);
    long seen = 0;
    for (int i = 0; i < BUCKETS && wanted > 0; i++) {
      seen += counts[i];
      if (seen >= wanted) {
        return endOf(i);
      }
    }
    return 0;
  }

  private static long endOf(int bucket) {
    int exponent = bucket / STEPS;
    return exponent < 2
        ? 1L << (exponent + 1)
        : (1L << exponent) + (bucket % STEPS + 1L) * (1L << (exponent - 2));
  }

  void clear() {
    Arrays.fill(counts, 0);
    total = 0;
  }
}
