package dev.millrace.cli;

import com.google.protobuf.Timestamp;
import java.time.Duration;
import java.time.Instant;

/** Times as the protocol carries them. */
final class WireTime {
  private WireTime() {}

  static com.google.protobuf.Duration duration(Duration duration) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  static Duration duration(com.google.protobuf.Duration duration) {
    return Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
  }

  static Timestamp time(Instant time) {
    return Timestamp.newBuilder()
        .setSeconds(time.getEpochSecond())
        .setNanos(time.getNano())
        .build();
  }

  static Instant time(Timestamp time) {
    return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
  }
}
