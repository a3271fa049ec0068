package dev.millrace.stages.control;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket: so much a second, and a burst of so much at once. Any thread may use it; it has
 * no lock.
 *
 * <p>All it keeps is the time at which the bucket will be full again.
 */
public final class RateLimit {
  private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  private final double nanosPerUnit;
  private final long burstNanos;
  private final AtomicLong fullNanos;

  /**
   * @param burst taken at once from a full bucket; at least 1
   * @param nowNanos a time before which nothing is asked
   */
  public RateLimit(double perSecond, double burst, long nowNanos) {
    if (perSecond <= 0 || burst < 1) {
      throw new IllegalArgumentException("a rate limit lets something through");
    }
    this.nanosPerUnit = NANOS_PER_SECOND / perSecond;
    this.burstNanos = Math.round(burst * nanosPerUnit);
    this.fullNanos = new AtomicLong(nowNanos);
  }

  /**
   * Takes tokens, if there are so many.
   *
   * @param tokens more than the burst are never there; they are taken from a full bucket
   * @return 0 when they were taken; otherwise the nanoseconds until there are so many
   */
  public long tryTake(double tokens, long nowNanos) {
    long cost = Math.min(Math.round(tokens * nanosPerUnit), burstNanos);
    while (true) {
      long full = fullNanos.get();
      // Compared by difference: the clock's zero is anywhere.
      long missing = Math.max(full - nowNanos, 0);
      long wait = missing + cost - burstNanos;
      if (wait > 0) {
        return wait;
      }
      if (fullNanos.compareAndSet(full, nowNanos + missing + cost)) {
        return 0;
      }
    }
  }
}
