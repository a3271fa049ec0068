package dev.millrace.store;

import java.util.Arrays;
import java.util.HexFormat;

/** An immutable run of bytes, compared by content; to a store they mean nothing. */
public final class Bytes implements RowValue {
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  /** Takes the array over: the caller must not change it afterwards. */
  public static Bytes of(byte[] content) {
    return content.length == 0 ? EMPTY : new Bytes(content);
  }

  /** The bytes themselves, not a copy: callers only read them. */
  public byte[] array() {
    return content;
  }

  public int length() {
    return content.length;
  }

  @Override
  public int lengthEstimate() {
    return content.length;
  }

  @Override
  public Bytes bytes() {
    return this;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(content, that.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  /** The length and the first bytes. */
  @Override
  public String toString() {
    int shown = Math.min(content.length, 16);
    return content.length + ":" + HexFormat.of().formatHex(content, 0, shown);
  }
}
