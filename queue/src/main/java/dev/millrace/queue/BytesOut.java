package dev.millrace.queue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes numbers and texts as bytes: whole numbers in seven bits a byte, the lowest first; texts
 * behind their length. Data of tasks can be left where it is, see {@link #putData}.
 */
final class BytesOut {
  private static final int BYTES_MIN = 256;

  /** What {@link #clear} keeps at most for the case that it is needed. */
  private static final int KEPT_BYTES_MAX = 4096;

  /** Data of fewer bytes is copied: to remember where it belongs costs more. */
  private static final int LEFT_BYTES_MIN = 256;

  /** Data that wasn't copied, and what was put before it. */
  private record Left(ByteBuffer data, int at) {}

  private final List<Left> left = new ArrayList<>();
  private byte[] bytes;
  private int length;

  BytesOut() {
    this(BYTES_MIN);
  }

  /**
   * @param bytesExpected more can be put, at the price of a copy
   */
  BytesOut(int bytesExpected) {
    bytes = new byte[bytesExpected];
  }

  /** Begins anew, in the same memory unless that is too little or too much. */
  void clear(long bytesExpected) {
    length = 0;
    left.clear();
    int needed = (int) Math.clamp(bytesExpected, BYTES_MIN, Limits.STEP_BYTES_MAX);
    if (bytes.length < needed || bytes.length > Math.max(KEPT_BYTES_MAX, 2 * needed)) {
      bytes = new byte[needed];
    }
  }

  BytesOut putByte(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
    return this;
  }

  /** A number that is mostly small and not negative. A negative one takes ten bytes. */
  BytesOut putLong(long value) {
    ensure(10);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
    return this;
  }

  BytesOut putBoolean(boolean value) {
    return putByte(value ? 1 : 0);
  }

  BytesOut putDouble(double value) {
    long bits = Double.doubleToLongBits(value);
    for (int shift = 56; shift >= 0; shift -= 8) {
      putByte((int) (bits >>> shift));
    }
    return this;
  }

  BytesOut putBytes(byte[] value) {
    putLong(value.length);
    ensure(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
    return this;
  }

  /** As {@link #putBytes}, for {@link #toEncoded}: much isn't copied, and must not change. */
  BytesOut putData(byte[] value) {
    if (value.length < LEFT_BYTES_MIN) {
      return putBytes(value);
    }
    putLong(value.length);
    left.add(new Left(ByteBuffer.wrap(value), length));
    return this;
  }

  BytesOut putText(String value) {
    return isAscii(value) ? putAscii(value) : putBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isAscii(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) > 0x7f) {
        return false;
      }
    }
    return true;
  }

  /** Most texts are such: their characters are their bytes, and no copy is made of them. */
  private BytesOut putAscii(String value) {
    putLong(value.length());
    ensure(value.length());
    for (int i = 0; i < value.length(); i++) {
      bytes[length++] = (byte) value.charAt(i);
    }
    return this;
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }

  /** What was put, until it is cleared. */
  ByteBuffer view() {
    return ByteBuffer.wrap(bytes, 0, length);
  }

  byte[] toBytes() {
    Invariant.check(left.isEmpty(), "data was left where it is");
    return Arrays.copyOf(bytes, length);
  }

  /** What was put, with the data that was left where it is. */
  Encoded toEncoded() {
    byte[] put = Arrays.copyOf(bytes, length);
    List<ByteBuffer> pieces = new ArrayList<>(2 * left.size() + 1);
    int end = 0;
    for (Left one : left) {
      pieces.add(ByteBuffer.wrap(put, end, one.at - end));
      pieces.add(one.data);
      end = one.at;
    }
    pieces.add(ByteBuffer.wrap(put, end, length - end));
    left.clear();
    return new Encoded(pieces);
  }
}
