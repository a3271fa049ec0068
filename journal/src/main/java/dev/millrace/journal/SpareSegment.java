package dev.millrace.journal;

/** A segment whose header and blocks are on disk, ready to take frames. */
record SpareSegment(long number, int bytes, DiskFile file) {
  /** Bytes that frames can use. */
  int roomBytes() {
    return bytes - SegmentHeader.BYTES;
  }
}
