package dev.millrace.node;

import java.util.concurrent.atomic.LongAdder;

/** How long something took, counted in steps of powers of two. Any thread may add and look. */
public final class TimeCounts {
  /** From 16 µs, in powers of two, to 134 s. What took longer is in one more. */
  public static final int STEPS = 24;

  private static final int FIRST_BITS = 14;

  private final LongAdder[] counts = new LongAdder[STEPS + 1];
  private final LongAdder nanos = new LongAdder();

  public TimeCounts() {
    for (int i = 0; i <= STEPS; i++) {
      counts[i] = new LongAdder();
    }
  }

  void add(long tookNanos) {
    long took = Math.max(0, tookNanos);
    int bits = Long.SIZE - Long.numberOfLeadingZeros(took >> FIRST_BITS);
    counts[Math.min(bits, STEPS)].increment();
    nanos.add(took);
  }

  /** What a step holds at most; the last one holds anything. */
  public static double upperSeconds(int step) {
    return step == STEPS ? Double.POSITIVE_INFINITY : (1L << (FIRST_BITS + step)) / 1e9;
  }

  /** How often it took as long as a step says. */
  public long count(int step) {
    return counts[step].sum();
  }

  /** What all took together. */
  public double seconds() {
    return nanos.sum() / 1e9;
  }

  boolean isEmpty() {
    for (LongAdder count : counts) {
      if (count.sum() > 0) {
        return false;
      }
    }
    return true;
  }
}
