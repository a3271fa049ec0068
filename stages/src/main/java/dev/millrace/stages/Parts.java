package dev.millrace.stages;

/**
 * How the service of a stage was divided among its classes, the last samples counting most.
 *
 * <p>Not safe for threads: its owner has a lock.
 */
final class Parts {
  /** Of one sample, as that of the rate. */
  private static final double WEIGHT = 0.25;

  private final long[] served;
  private final double[] parts;

  Parts(int classes) {
    this.served = new long[classes];
    this.parts = new double[classes];
  }

  void serve(int priority, long cost) {
    served[priority] += cost;
  }

  /** The time of a sample is over. */
  void sample() {
    double all = 0;
    for (long one : served) {
      all += one;
    }
    for (int i = 0; all > 0 && i < parts.length; i++) {
      parts[i] += (served[i] / all - parts[i]) * WEIGHT;
      served[i] = 0;
    }
  }

  /** What a class got. */
  double of(int priority) {
    return parts[priority];
  }

  /** What the classes before it left to a class and those behind it. */
  double leftTo(int priority) {
    double left = 1;
    for (int i = 0; i < priority; i++) {
      left -= parts[i];
    }
    return left;
  }
}
