package dev.millrace.node.server;

import java.time.Duration;

/**
 * How many calls are refused in a second, by all connections. A refusal costs a few microseconds:
 * that is nothing beside a call that is executed, and too much when nine of ten are refused by a
 * node that can execute a hundred thousand. So a connection of which calls were refused beyond this
 * pace is read later, and what it sends meanwhile waits at its own end. Any thread may use it.
 */
final class RefusalPace {
  private static final int REFUSALS_PER_SECOND = 20_000;
  private static final long REFUSAL_NANOS = Duration.ofSeconds(1).toNanos() / REFUSALS_PER_SECOND;

  /** Refusals that may come at once are those of this time. */
  private static final long BURST_NANOS = Duration.ofMillis(250).toNanos();

  /** However many others were refused too: completions may wait behind what is refused. */
  private static final long PAUSE_NANOS_MAX = Duration.ofMillis(100).toNanos();

  // Guarded by this.
  /** When all refusals so far will have been made at this pace. */
  private long madeNanos;

  RefusalPace(long nowNanos) {
    this.madeNanos = nowNanos - BURST_NANOS;
  }

  /** How long a connection pauses of which so many calls were refused. */
  synchronized long pauseNanos(int refusals, long nowNanos) {
    if (madeNanos - nowNanos < -BURST_NANOS) {
      madeNanos = nowNanos - BURST_NANOS;
    }
    long pause = madeNanos + refusals * REFUSAL_NANOS - nowNanos;
    madeNanos = nowNanos + Math.min(pause, PAUSE_NANOS_MAX);
    return Math.clamp(pause, 0, PAUSE_NANOS_MAX);
  }
}
