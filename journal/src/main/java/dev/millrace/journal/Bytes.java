package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** An immutable run of bytes, in one piece or several, compared by content. */
public final class Bytes {
  private final List<ByteBuffer> pieces;
  private final int length;

  private Bytes(List<ByteBuffer> pieces) {
    this.pieces = pieces;
    int sum = 0;
    for (ByteBuffer piece : pieces) {
      sum += piece.remaining();
    }
    this.length = sum;
  }

  /** Takes the array over without copying it: nobody may change it any more. */
  public static Bytes wrap(byte[] content) {
    return wrap(List.of(ByteBuffer.wrap(content)));
  }

  /** Takes what the pieces have left, one behind the other, over without copying it. */
  public static Bytes wrap(List<ByteBuffer> pieces) {
    return new Bytes(pieces);
  }

  static Bytes read(ByteBuffer source, int position, int length) {
    var content = new byte[length];
    source.get(position, content);
    return wrap(content);
  }

  public int length() {
    return length;
  }

  public byte[] toByteArray() {
    var all = ByteBuffer.allocate(length);
    copyTo(all);
    return all.array();
  }

  void copyTo(ByteBuffer target) {
    int at = target.position();
    for (ByteBuffer piece : pieces) {
      target.put(at, piece, piece.position(), piece.remaining());
      at += piece.remaining();
    }
    target.position(at);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(toByteArray(), that.toByteArray());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(toByteArray());
  }

  /** The length and the first bytes. */
  @Override
  public String toString() {
    int shown = Math.min(length, 16);
    return length + ":" + HexFormat.of().formatHex(toByteArray(), 0, shown);
  }
}
