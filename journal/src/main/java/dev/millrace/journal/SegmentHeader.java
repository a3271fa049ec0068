package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The first bytes of a segment. They are on disk before the segment gets its name and never change.
 *
 * @param segment the segment's number; never used twice
 * @param incarnation which opening of the journal made it
 * @param firstFrame the first frame number of that incarnation, in whichever segment it is
 * @param segmentBytes the size of the file
 * @param recycled whether bytes of an earlier segment may lie behind the frames
 */
record SegmentHeader(
    long segment, long incarnation, long firstFrame, int segmentBytes, boolean recycled) {
  /** One sector, so that a frame never shares a sector with the header. */
  static final int BYTES = 512;

  private static final long MAGIC = 0x4d4c_5253_4547_0001L; // "MLRSEG", format 1
  private static final int CRC_AT = 8;
  private static final int CHECKED_FROM = 12;

  void put(ByteBuffer target, DirectoryId directory) {
    int start = target.position();
    target.put(start, new byte[BYTES]);
    target.putLong(start, MAGIC);
    target.putInt(start + 12, recycled ? 1 : 0);
    target.putLong(start + 16, segment);
    target.putLong(start + 24, incarnation);
    target.putLong(start + 32, firstFrame);
    target.putInt(start + 40, segmentBytes);
    target.putLong(start + 48, directory.high());
    target.putLong(start + 56, directory.low());
    target.putInt(start + CRC_AT, crc(target, start, directory, segment));
    target.position(start + BYTES);
  }

  /** The header at the start of the buffer; empty if its checksum is wrong. */
  static Optional<SegmentHeader> read(ByteBuffer source) {
    if (source.limit() < BYTES || source.getLong(0) != MAGIC) {
      return Optional.empty();
    }
    var header =
        new SegmentHeader(
            source.getLong(16),
            source.getLong(24),
            source.getLong(32),
            source.getInt(40),
            source.getInt(12) == 1);
    boolean valid = source.getInt(CRC_AT) == crc(source, 0, directoryOf(source), header.segment);
    return valid ? Optional.of(header) : Optional.empty();
  }

  /** Which directory a header says it belongs to. */
  static DirectoryId directoryOf(ByteBuffer source) {
    return new DirectoryId(source.getLong(48), source.getLong(56));
  }

  private static int crc(ByteBuffer bytes, int start, DirectoryId directory, long segment) {
    return new Checksum(directory, segment).of(bytes, start + CHECKED_FROM, start + BYTES);
  }
}
