package dev.millrace.node;

import dev.millrace.queue.Limits;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The node's time. It starts at the wall clock's, or the last journaled time if that is later, and
 * then runs with the machine's monotonic clock: it never goes back, whatever happens to the wall
 * clock, and time spent down counts.
 */
public final class NodeClock {
  private final long startMillis;
  private final long startNanos;
  private final LongSupplier nanos;

  /**
   * Starts a clock.
   *
   * @param nanos the monotonic clock
   */
  public NodeClock(long wallMillis, long lastJournaledMillis, LongSupplier nanos) {
    this.startMillis = Math.max(wallMillis, lastJournaledMillis);
    this.nanos = nanos;
    this.startNanos = nanos.getAsLong();
  }

  /** Milliseconds since 1970. */
  public long nowMillis() {
    return startMillis + TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - startNanos);
  }

  /** The monotonic clock, whose zero is anywhere. */
  public long nowNanos() {
    return nanos.getAsLong();
  }

  /** When the monotonic clock will be at a time; for far times, some time before it. */
  public long nanosAt(long millis) {
    // A hundred years fit into the clock's number, a date in the year 9999 doesn't.
    long fromStart = Math.min(millis - startMillis, Limits.DURATION_MILLIS_MAX);
    return startNanos + TimeUnit.MILLISECONDS.toNanos(fromStart);
  }
}
