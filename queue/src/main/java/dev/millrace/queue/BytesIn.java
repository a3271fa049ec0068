package dev.millrace.queue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link BytesOut} wrote. Whatever doesn't fit is an {@link IllegalArgumentException}:
 * no length is trusted.
 */
final class BytesIn {
  private final byte[] bytes;
  private int at;

  BytesIn(byte[] bytes) {
    this.bytes = bytes;
  }

  boolean isAtEnd() {
    return at == bytes.length;
  }

  int position() {
    return at;
  }

  int takeByte() {
    if (at >= bytes.length) {
      throw new IllegalArgumentException("the bytes end too early, at " + at);
    }
    return bytes[at++] & 0xff;
  }

  long takeLong() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = takeByte();
      value |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number is too long, at " + at);
  }

  /** A count of things that take at least a byte each. */
  int takeCount() {
    long count = takeLong();
    if (count < 0 || count > bytes.length - at) {
      throw new IllegalArgumentException("a count of %d doesn't fit, at %d".formatted(count, at));
    }
    return (int) count;
  }

  int takeInt() {
    return Math.toIntExact(takeLong());
  }

  boolean takeBoolean() {
    int value = takeByte();
    if (value > 1) {
      throw new IllegalArgumentException(
          "%d is neither true nor false, at %d".formatted(value, at));
    }
    return value == 1;
  }

  double takeDouble() {
    long bits = 0;
    for (int i = 0; i < 8; i++) {
      bits = bits << 8 | takeByte();
    }
    return Double.longBitsToDouble(bits);
  }

  byte[] takeBytes() {
    int length = takeCount();
    byte[] value = Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    return value;
  }

  String takeText() {
    return new String(takeBytes(), StandardCharsets.UTF_8);
  }
}
