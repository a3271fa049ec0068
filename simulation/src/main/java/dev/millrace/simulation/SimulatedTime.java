package dev.millrace.simulation;

/**
 * The clocks of a run. The monotonic one only moves when the run says so; the wall clock moves with
 * it and may be set to any time.
 */
final class SimulatedTime {
  /** A moment in 2026. */
  static final long START_MILLIS = 1_790_000_000_000L;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private long nanos;
  private long wallOffsetMillis;

  long nanos() {
    return nanos;
  }

  long wallMillis() {
    return START_MILLIS + wallOffsetMillis + nanos / NANOS_PER_MILLI;
  }

  void advance(long millis) {
    nanos += millis * NANOS_PER_MILLI;
  }

  /** Sets the wall clock forward, or back. */
  void jump(long millis) {
    wallOffsetMillis += millis;
  }
}
