package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/** An immutable run of bytes, compared by content. */
public final class Bytes {
  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  /** Takes the array over without copying it: nobody may change it any more. */
  public static Bytes wrap(byte[] content) {
    return new Bytes(content);
  }

  static Bytes read(ByteBuffer source, int position, int length) {
    var content = new byte[length];
    source.get(position, content);
    return new Bytes(content);
  }

  public int length() {
    return content.length;
  }

  public ByteBuffer asReadOnlyBuffer() {
    return ByteBuffer.wrap(content).asReadOnlyBuffer();
  }

  public byte[] toByteArray() {
    return content.clone();
  }

  void copyTo(ByteBuffer target) {
    target.put(content);
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
