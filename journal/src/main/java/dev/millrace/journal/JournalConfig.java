package dev.millrace.journal;

/**
 * Sizes of the journal. Keys: {@code journal.*}.
 *
 * @param segmentBytes size of a file. Larger wastes less at its end, smaller frees space earlier
 *     and opens faster. Suggested: 32 MiB.
 * @param frameBytesMax the most that one write puts on disk, and so the largest entry with its
 *     overhead of {@value FRAME_OVERHEAD_BYTES} bytes. Suggested: 24 MiB.
 * @param spareSegments prepared files kept ready; the last one is the reserve for completions. With
 *     that one alone, growth ends with the active file until completions fill it. Suggested: 2.
 * @param freeBytesMin when the file system has less space than this, growth is refused. Suggested:
 *     64 MiB.
 */
public record JournalConfig(
    int segmentBytes, int frameBytesMax, int spareSegments, long freeBytesMin) {
  static final int FRAME_OVERHEAD_BYTES = FrameHeader.BYTES + Entry.OVERHEAD_BYTES;

  private static final int FIRST_SEGMENT_BYTES_MAX = 4 << 20;

  public static final JournalConfig DEFAULT = new JournalConfig(32 << 20, 24 << 20, 2, 64L << 20);

  public JournalConfig {
    if (segmentBytes % SegmentHeader.BYTES != 0) {
      throw new IllegalArgumentException(
          "journal.segment-bytes must be a multiple of " + SegmentHeader.BYTES);
    }
    if (frameBytesMax < 2 * FrameHeader.ALIGNMENT || frameBytesMax % FrameHeader.ALIGNMENT != 0) {
      throw new IllegalArgumentException(
          "journal.frame-bytes-max must be at least %d and a multiple of %d"
              .formatted(2 * FrameHeader.ALIGNMENT, FrameHeader.ALIGNMENT));
    }
    if (frameBytesMax > segmentBytes - SegmentHeader.BYTES) {
      throw new IllegalArgumentException(
          "journal.frame-bytes-max must be at least %d below journal.segment-bytes"
              .formatted(SegmentHeader.BYTES));
    }
    if (spareSegments < 1) {
      throw new IllegalArgumentException("journal.spare-segments must be at least 1");
    }
    if (freeBytesMin < 0) {
      throw new IllegalArgumentException("journal.free-bytes-min is negative");
    }
  }

  /** The largest payload an entry may have. */
  public int payloadBytesMax() {
    return frameBytesMax - FRAME_OVERHEAD_BYTES;
  }

  /** What is written before the journal is open; a spare of full size follows soon after. */
  int firstSegmentBytes() {
    return Math.min(segmentBytes, FIRST_SEGMENT_BYTES_MAX);
  }

  /** Bytes of a segment that frames can use. */
  int roomBytes() {
    return segmentBytes - SegmentHeader.BYTES;
  }
}
