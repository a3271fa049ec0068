package dev.millrace.journal;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The fixed part of a frame. A frame is what is written at once: this header, then the entries,
 * then zeros up to the next multiple of {@link #ALIGNMENT}.
 *
 * <p>The header has its own checksum and never crosses a sector, so after a crash it is whole or
 * absent. It says how many of the frames before it were perhaps not synced when it was written. A
 * whole header therefore proves that all earlier ones had been synced, even if the body is torn.
 *
 * @param number grows by one from frame to frame, over all segments
 * @param timeMillis the time given by the writer
 * @param bodyBytes the length of the entries, without the zeros
 * @param entries how many entries the body has
 * @param bodyCrc the checksum of the body with its zeros
 * @param unsynced how many frames right before this one were not known to be synced
 */
record FrameHeader(
    long number, long timeMillis, int bodyBytes, int entries, int bodyCrc, int unsynced) {
  static final int BYTES = 64;
  static final int ALIGNMENT = 64;

  private static final int MAGIC = 0x4d4c_4652; // "MLFR"
  private static final int CRC_AT = 4;
  private static final int CHECKED_FROM = 8;

  /** The size on disk of a frame with so many bytes of entries. */
  static int frameBytes(int bodyBytes) {
    return (BYTES + bodyBytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  int frameBytes() {
    return frameBytes(bodyBytes);
  }

  void put(ByteBuffer target, int at, Checksum checksum) {
    target.putInt(at, MAGIC);
    target.putLong(at + 8, number);
    target.putLong(at + 16, timeMillis);
    target.putInt(at + 24, bodyBytes);
    target.putInt(at + 28, entries);
    target.putInt(at + 32, bodyCrc);
    target.putInt(at + 36, unsynced);
    target.putLong(at + 40, 0);
    target.putLong(at + 48, 0);
    target.putLong(at + 56, 0);
    target.putInt(at + CRC_AT, checksum.of(target, at + CHECKED_FROM, at + BYTES));
  }

  /** The header at a place of a segment; null if there is no whole one. */
  static @Nullable FrameHeader read(
      ByteBuffer segment, int at, Checksum checksum, RecoveryRules rules) {
    if (at + BYTES > segment.limit() || segment.getInt(at) != MAGIC) {
      return null;
    }
    if (rules.verifyChecksums()
        && segment.getInt(at + CRC_AT) != checksum.of(segment, at + CHECKED_FROM, at + BYTES)) {
      return null;
    }
    var header =
        new FrameHeader(
            segment.getLong(at + 8),
            segment.getLong(at + 16),
            segment.getInt(at + 24),
            segment.getInt(at + 28),
            segment.getInt(at + 32),
            segment.getInt(at + 36));
    int room = segment.limit() - at - BYTES;
    boolean plausible = header.bodyBytes >= 0 && header.bodyBytes <= room && header.unsynced >= 0;
    return plausible ? header : null;
  }

  /** Whether a frame had been synced before this one was written. */
  boolean provesSynced(long frame) {
    return frame < number - unsynced;
  }

  boolean bodyIsWhole(ByteBuffer segment, int at, Checksum checksum, RecoveryRules rules) {
    return !rules.verifyChecksums()
        || (at + frameBytes() <= segment.limit()
            && bodyCrc == checksum.of(segment, at + BYTES, at + frameBytes()));
  }
}
