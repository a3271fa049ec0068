package dev.millrace.http;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** The body of a request while it comes. It takes memory as bytes arrive, not as they are said. */
final class Body {
  private static final int FIRST_BYTES = 1024;

  private final Allowance allowance;
  private final int bytesMax;
  private byte[] bytes = {};
  private int size;

  /** What all bodies of a server may take. */
  static final class Allowance {
    private long left;

    Allowance(long bytes) {
      this.left = bytes;
    }

    private boolean take(long bytes) {
      boolean fits = bytes <= left;
      left -= fits ? bytes : 0;
      return fits;
    }

    private void giveBack(long bytes) {
      left += bytes;
    }
  }

  /** What became of bytes that arrived. */
  enum Growth {
    TAKEN,
    /** The body is larger than a body may be. */
    TOO_LARGE,
    /** There is no memory for it now. */
    NO_ROOM
  }

  Body(Allowance allowance, int bytesMax) {
    this.allowance = allowance;
    this.bytesMax = bytesMax;
  }

  Growth add(ByteBuf part) {
    int length = part.readableBytes();
    if (length > bytesMax - size) {
      return Growth.TOO_LARGE;
    }
    if (size + length > bytes.length) {
      long larger = Math.max(FIRST_BYTES, Math.max(size + length, 2L * bytes.length));
      int capacity = (int) Math.min(bytesMax, larger);
      if (!allowance.take(capacity - bytes.length)) {
        return Growth.NO_ROOM;
      }
      bytes = Arrays.copyOf(bytes, capacity);
    }
    part.readBytes(bytes, size, length);
    size += length;
    return Growth.TAKEN;
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, size);
  }

  /** Gives its memory back; to be called once. */
  void close() {
    allowance.giveBack(bytes.length);
    bytes = new byte[0];
    size = 0;
  }
}
