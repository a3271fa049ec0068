package dev.millrace.node.wire;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.millrace.queue.Limits;
import dev.millrace.queue.QueueException;

/** Durations and times as milliseconds. What comes in is rounded up, so that nothing is early. */
final class TimeAdapter {
  /** 60 s, when a request names no lease time. */
  static final long LEASE_MILLIS = 60_000;

  private static final int NANOS_MAX = 999_999_999;
  private static final int NANOS_PER_MILLI = 1_000_000;

  /** Ten thousand years, the bound of the message type itself. */
  private static final long DURATION_SECONDS_MAX = 315_576_000_000L;

  private TimeAdapter() {}

  /** The duration, which must not be negative. The bound that its use has is checked there. */
  static long millis(String what, Duration duration) {
    long seconds = duration.getSeconds();
    int nanos = duration.getNanos();
    if (nanos < -NANOS_MAX
        || nanos > NANOS_MAX
        || Math.abs(seconds) > DURATION_SECONDS_MAX
        || seconds == Long.MIN_VALUE
        || (seconds > 0 && nanos < 0)
        || (seconds < 0 && nanos > 0)) {
      throw QueueException.invalid(
          "%s is not a duration: %d seconds and %d nanoseconds", what, seconds, nanos);
    }
    if (seconds < 0 || nanos < 0) {
      throw QueueException.invalid("%s is negative", what);
    }
    return seconds * 1000 + Math.ceilDiv(nanos, NANOS_PER_MILLI);
  }

  static long leaseMillis(boolean present, Duration leaseTime) {
    return present ? millis("lease_time", leaseTime) : LEASE_MILLIS;
  }

  /** The time, which must lie between the years 1970 and 9999. */
  static long millis(String what, Timestamp time) {
    long seconds = time.getSeconds();
    int nanos = time.getNanos();
    if (nanos < 0 || nanos > NANOS_MAX) {
      throw QueueException.invalid("%s is not a time: %d nanoseconds", what, nanos);
    }
    if (seconds < 0 || seconds > Limits.TIME_MILLIS_MAX / 1000) {
      throw QueueException.invalid(
          "%s is not between the years 1970 and 9999: %d seconds", what, seconds);
    }
    // The last millisecond of 9999 can't be rounded up.
    return Math.min(Limits.TIME_MILLIS_MAX, seconds * 1000 + Math.ceilDiv(nanos, NANOS_PER_MILLI));
  }

  static Timestamp timestamp(long millis) {
    return Timestamp.newBuilder()
        .setSeconds(Math.floorDiv(millis, 1000))
        .setNanos(Math.floorMod(millis, 1000) * NANOS_PER_MILLI)
        .build();
  }

  static Duration duration(long millis) {
    return Duration.newBuilder()
        .setSeconds(millis / 1000)
        .setNanos((int) (millis % 1000) * NANOS_PER_MILLI)
        .build();
  }
}
