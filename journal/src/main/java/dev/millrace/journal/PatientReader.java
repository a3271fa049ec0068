package dev.millrace.journal;

import java.nio.ByteBuffer;

/** Reads files of a failing disk: what can't be read is zeros. */
final class PatientReader {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int PIECE_BYTES = 4096;

  private ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK_BYTES);
  private long unreadableBytes;

  /** All bytes of a file, until the next call. */
  ByteBuffer read(DiskFile file) {
    int size = (int) Math.min(file.size(), Integer.MAX_VALUE - CHUNK_BYTES);
    if (buffer.capacity() < size) {
      buffer = ByteBuffer.allocateDirect(size);
    }
    for (int at = 0; at < size; at += CHUNK_BYTES) {
      int end = Math.min(at + CHUNK_BYTES, size);
      if (!readRange(file, at, end)) {
        readPieces(file, at, end);
      }
    }
    return buffer.clear().limit(size);
  }

  private void readPieces(DiskFile file, int from, int to) {
    for (int at = from; at < to; at += PIECE_BYTES) {
      int end = Math.min(at + PIECE_BYTES, to);
      if (!readRange(file, at, end)) {
        buffer.put(at, new byte[end - at]);
        unreadableBytes += end - at;
      }
    }
  }

  private boolean readRange(DiskFile file, int from, int to) {
    try {
      var range = buffer.clear().limit(to).position(from);
      file.read(range, from);
      return !range.hasRemaining();
    } catch (DiskException e) {
      return false;
    }
  }

  long unreadableBytes() {
    return unreadableBytes;
  }
}
