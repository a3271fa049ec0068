package dev.millrace.node.wire;

import java.time.Duration;

/**
 * How many calls of streams are refused in a second. A refusal costs a few microseconds: that is
 * nothing beside a call that is executed, and too much when nine of ten are refused by a node that
 * can execute a hundred thousand. So whoever had calls refused beyond this pace is read later, and
 * what it sends meanwhile waits at its own end, in the window of its stream.
 *
 * <p>Not safe for threads: its owner has a lock.
 */
final class Pace {
  private static final int REFUSALS_PER_SECOND = 20_000;
  private static final long REFUSAL_NANOS = Duration.ofSeconds(1).toNanos() / REFUSALS_PER_SECOND;

  /** Refusals that may come at once are those of this time. */
  private static final long BURST_NANOS = Duration.ofMillis(500).toNanos();

  /** However many others were refused too. */
  private static final long PAUSE_NANOS_MAX = Duration.ofSeconds(1).toNanos();

  /** When all refusals so far will have been made at this pace. */
  private long madeNanos;

  Pace(long nowNanos) {
    this.madeNanos = nowNanos - BURST_NANOS;
  }

  /** How long a stream pauses of which so many calls were refused. */
  long pauseNanos(int refusals, long nowNanos) {
    if (madeNanos - nowNanos < -BURST_NANOS) {
      madeNanos = nowNanos - BURST_NANOS;
    }
    long pause = madeNanos + refusals * REFUSAL_NANOS - nowNanos;
    madeNanos = nowNanos + Math.min(pause, PAUSE_NANOS_MAX);
    return Math.clamp(pause, 0, PAUSE_NANOS_MAX);
  }
}
