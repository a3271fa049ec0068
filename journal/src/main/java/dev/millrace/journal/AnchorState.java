package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What is known for certain about the journal, beside its segments. Recovery that finds less
 * refuses to open.
 *
 * @param sequence grows with each change
 * @param incarnation the last opening of the journal
 * @param firstSegment segments before it have been trimmed, whether or not they are deleted yet
 * @param firstFrame the first frame that must exist, if any does
 * @param lastSegment this segment, or one with a larger number, exists
 * @param lastFrame frames up to this one have been synced
 * @param clean whether the journal was closed with that frame as its last one
 */
record AnchorState(
    long sequence,
    long incarnation,
    long firstSegment,
    long firstFrame,
    long lastSegment,
    long lastFrame,
    boolean clean) {
  static final int BYTES = 512;

  private static final long MAGIC = 0x4d4c_5241_4e43_0001L; // "MLRANC", format 1
  private static final int CRC_AT = 8;
  private static final int CHECKED_FROM = 12;

  /** The state before the first opening of a journal that begins in a directory of its own. */
  static AnchorState startingAfter(JournalStart start) {
    return new AnchorState(1, start.lastIncarnation(), 1, start.firstFrame(), 0, 0, false);
  }

  ByteBuffer encode(Checksum checksum) {
    var bytes = ByteBuffer.allocateDirect(BYTES);
    bytes.putLong(0, MAGIC);
    bytes.putInt(12, clean ? 1 : 0);
    bytes.putLong(16, sequence);
    bytes.putLong(24, incarnation);
    bytes.putLong(32, firstSegment);
    bytes.putLong(40, firstFrame);
    bytes.putLong(48, lastSegment);
    bytes.putLong(56, lastFrame);
    bytes.putInt(CRC_AT, checksum.of(bytes, CHECKED_FROM, BYTES));
    return bytes;
  }

  /** The state in the buffer; empty if its checksum is wrong. */
  static Optional<AnchorState> decode(ByteBuffer bytes, Checksum checksum) {
    if (bytes.limit() < BYTES
        || bytes.getLong(0) != MAGIC
        || bytes.getInt(CRC_AT) != checksum.of(bytes, CHECKED_FROM, BYTES)) {
      return Optional.empty();
    }
    return Optional.of(
        new AnchorState(
            bytes.getLong(16),
            bytes.getLong(24),
            bytes.getLong(32),
            bytes.getLong(40),
            bytes.getLong(48),
            bytes.getLong(56),
            bytes.getInt(12) == 1));
  }

  /** Whether there was something before the first frame, which only the store has. */
  boolean isTrimmed() {
    return firstFrame > 1;
  }

  AnchorState opened(long newIncarnation, long newSegment, long newLastFrame) {
    return new AnchorState(
        sequence + 1, newIncarnation, firstSegment, firstFrame, newSegment, newLastFrame, false);
  }

  AnchorState trimmed(long newFirstSegment, long newFirstFrame) {
    return new AnchorState(
        sequence + 1, incarnation, newFirstSegment, newFirstFrame, lastSegment, lastFrame, false);
  }

  AnchorState closed(long newLastSegment, long newLastFrame) {
    return new AnchorState(
        sequence + 1, incarnation, firstSegment, firstFrame, newLastSegment, newLastFrame, true);
  }
}
