package dev.millrace.queue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * A step as bytes, in pieces: what was written for it, and between that the data of its tasks,
 * which is most of it and stays where it is until the journal takes all of it.
 */
public final class Encoded {
  public static final Encoded EMPTY = new Encoded(List.of());

  private final List<ByteBuffer> pieces;
  private final int length;

  /**
   * @param pieces nobody changes their bytes any more
   */
  Encoded(List<ByteBuffer> pieces) {
    this.pieces = pieces;
    int sum = 0;
    for (ByteBuffer piece : pieces) {
      sum += piece.remaining();
    }
    this.length = sum;
  }

  public int length() {
    return length;
  }

  /** In their order; to be read only, and not moved. */
  public List<ByteBuffer> pieces() {
    return pieces;
  }

  /** All of it in one piece, a copy. */
  public byte[] bytes() {
    var all = ByteBuffer.allocate(length);
    pieces.forEach(piece -> all.put(piece.duplicate()));
    return all.array();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Encoded that && Arrays.equals(bytes(), that.bytes());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes());
  }

  @Override
  public String toString() {
    return length + " bytes";
  }
}
