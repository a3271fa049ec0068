package dev.millrace.journal;

/**
 * A multiset of sizes that knows an upper bound of its largest member, at most an eighth too large.
 * Adding and removing cost a few instructions.
 */
final class SizeCounts {
  private static final int STEPS_BITS = 3;

  private final int[] counts = new int[Integer.SIZE << STEPS_BITS];
  private int highest;

  void add(int size) {
    int step = step(size);
    counts[step]++;
    highest = Math.max(highest, step);
  }

  void remove(int size) {
    int step = step(size);
    Invariant.check(counts[step] > 0, "a size is removed that was never added");
    counts[step]--;
    while (highest > 0 && counts[highest] == 0) {
      highest--;
    }
  }

  /** No member is larger; 0 if there are none. */
  long largest() {
    return counts[highest] == 0 ? 0 : upperBound(highest);
  }

  /** What {@link #largest} would be with one more member. */
  long largestWith(int size) {
    return Math.max(largest(), upperBound(step(size)));
  }

  /** Rounds up to four significant bits; sizes that round to the same value share a step. */
  private static int step(int size) {
    int shift = Math.max(0, Integer.SIZE - STEPS_BITS - 1 - Integer.numberOfLeadingZeros(size));
    int rounded = (int) (((long) size + (1L << shift) - 1) >>> shift);
    return (shift << STEPS_BITS) + rounded;
  }

  private static long upperBound(int step) {
    int shift = Math.max(0, (step >>> STEPS_BITS) - 1);
    return (long) (step - (shift << STEPS_BITS)) << shift;
  }
}
