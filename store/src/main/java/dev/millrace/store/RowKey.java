package dev.millrace.store;

import java.util.Arrays;
import java.util.HexFormat;

/** The key of a row: bytes, ordered as unsigned. */
public final class RowKey implements Comparable<RowKey> {
  private final byte[] bytes;

  private RowKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Takes the array over: the caller must not change it afterwards. */
  public static RowKey of(byte[] bytes) {
    return new RowKey(bytes);
  }

  /** The bytes themselves, not a copy: callers only read them. */
  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return bytes.length;
  }

  /** The lowest key above this one. */
  RowKey next() {
    return new RowKey(Arrays.copyOf(bytes, bytes.length + 1));
  }

  /** The lowest key above all keys that begin with this one; there must be such a key. */
  RowKey afterPrefix() {
    int last = bytes.length - 1;
    while (last >= 0 && bytes[last] == (byte) 0xff) {
      last--;
    }
    if (last < 0) {
      throw new IllegalArgumentException("no key is above all that begin with " + this);
    }
    byte[] after = Arrays.copyOf(bytes, last + 1);
    after[last]++;
    return new RowKey(after);
  }

  @Override
  public int compareTo(RowKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey key && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
