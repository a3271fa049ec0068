package dev.millrace.bench.peers;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes to go out: text, and numbers in network order. Used by one thread at a time. */
final class Output {
  private byte[] bytes;
  private int length;

  Output() {
    this(256);
  }

  Output(int capacity) {
    bytes = new byte[capacity];
  }

  int length() {
    return length;
  }

  byte[] array() {
    return bytes;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  void clear() {
    length = 0;
  }

  Output text(String text) {
    return bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  Output bytes(byte[] more) {
    return bytes(more, more.length);
  }

  Output bytes(byte[] more, int count) {
    room(count);
    System.arraycopy(more, 0, bytes, length, count);
    length += count;
    return this;
  }

  Output int8(int value) {
    room(1);
    bytes[length++] = (byte) value;
    return this;
  }

  Output int16(int value) {
    return int8(value >> 8).int8(value);
  }

  Output int32(int value) {
    return int16(value >> 16).int16(value);
  }

  Output int64(long value) {
    return int32((int) (value >> 32)).int32((int) value);
  }

  /** Puts the number of bytes since a place there, for a length that is known only afterwards. */
  void int32At(int place, int value) {
    bytes[place] = (byte) (value >> 24);
    bytes[place + 1] = (byte) (value >> 16);
    bytes[place + 2] = (byte) (value >> 8);
    bytes[place + 3] = (byte) value;
  }

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
