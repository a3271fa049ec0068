package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.List;

/** Builds one frame at a time in a buffer that is kept and grows with the largest frame. */
final class FrameBuffer {
  private static final int INITIAL_BYTES = 64 << 10;

  private final int frameBytesMax;
  private ByteBuffer buffer;

  FrameBuffer(int frameBytesMax) {
    this.frameBytesMax = frameBytesMax;
    this.buffer = ByteBuffer.allocateDirect(Math.min(INITIAL_BYTES, frameBytesMax));
  }

  /** How many leading entries fit into one frame of a segment with so much room. */
  int fitting(List<Reservation> reservations, long roomBytes) {
    long limit = Math.min(roomBytes, frameBytesMax);
    int bodyBytes = 0;
    int count = 0;
    for (var reservation : reservations) {
      bodyBytes += reservation.entry().bytes();
      if (FrameHeader.frameBytes(bodyBytes) > limit) {
        break;
      }
      count++;
    }
    return count;
  }

  /** Builds the frame; its bytes are valid until the next call. */
  ByteBuffer build(
      List<Reservation> reservations,
      long number,
      int unsynced,
      long timeMillis,
      Checksum checksum) {
    int bodyBytes = 0;
    for (var reservation : reservations) {
      bodyBytes += reservation.entry().bytes();
    }
    int frameBytes = FrameHeader.frameBytes(bodyBytes);
    clear(frameBytes);
    for (var reservation : reservations) {
      FrameBody.put(buffer, reservation.entry());
    }
    while (buffer.hasRemaining()) {
      buffer.put((byte) 0);
    }
    int bodyCrc = checksum.of(buffer, FrameHeader.BYTES, frameBytes);
    new FrameHeader(number, timeMillis, bodyBytes, reservations.size(), bodyCrc, unsynced)
        .put(buffer, 0, checksum);
    return buffer.flip();
  }

  private void clear(int frameBytes) {
    if (buffer.capacity() < frameBytes) {
      int doubled = (int) Math.min(2L * buffer.capacity(), frameBytesMax);
      buffer = ByteBuffer.allocateDirect(Math.max(frameBytes, doubled));
    }
    buffer.clear().limit(frameBytes).position(FrameHeader.BYTES);
  }
}
