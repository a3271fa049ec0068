package dev.millrace.bench.load;

import java.util.concurrent.atomic.AtomicLong;

/**
 * When calls are meant to start. All callers of a cell share one.
 *
 * <p>In an open loop a call that starts late because all callers are busy has waited since it was
 * meant to start, and its latency tells so.
 */
final class Pace {
  private final long start;
  private final double nanosBetween;
  private final AtomicLong taken = new AtomicLong();

  Pace(long start, Cell cell) {
    this.start = start;
    nanosBetween = cell.rate() > 0 ? 1e9 / cell.rate() : 0;
  }

  boolean isOpen() {
    return nanosBetween > 0;
  }

  /** When the next call is meant to start: now in a closed loop. */
  long next(long now) {
    return isOpen() ? start + (long) (taken.getAndIncrement() * nanosBetween) : now;
  }
}
