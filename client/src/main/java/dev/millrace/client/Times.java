package dev.millrace.client;

import com.google.protobuf.Timestamp;
import java.time.Duration;
import java.time.Instant;

/** Times as messages. */
final class Times {
  private Times() {}

  static com.google.protobuf.Duration message(Duration time) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(time.getSeconds())
        .setNanos(time.getNano())
        .build();
  }

  static Duration of(com.google.protobuf.Duration message) {
    return Duration.ofSeconds(message.getSeconds(), message.getNanos());
  }

  static Instant of(Timestamp message) {
    return Instant.ofEpochSecond(message.getSeconds(), message.getNanos());
  }

  /** At most a few hundred years. */
  static long nanos(Duration time) {
    try {
      return Math.max(0, time.toNanos());
    } catch (ArithmeticException e) {
      return time.isNegative() ? 0 : Long.MAX_VALUE;
    }
  }
}
