package dev.millrace.journal;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads segment files whole, one after the other, into one buffer: a frame never crosses two
 * segments, so none needs to be put together from parts.
 */
final class SegmentBytes {
  /** Why a file isn't the segment its name says. */
  record Unusable(String why, long offset) implements Loaded {}

  /** The header of a segment whose body hasn't been read. */
  record Usable(SegmentHeader header) implements Loaded {}

  sealed interface Loaded {}

  private final DirectoryId directory;
  private ByteBuffer buffer = ByteBuffer.allocateDirect(SegmentHeader.BYTES);

  SegmentBytes(DirectoryId directory) {
    this.directory = directory;
  }

  Loaded loadHeader(DiskFile file, long number) {
    buffer.clear().limit(SegmentHeader.BYTES);
    file.read(buffer, 0);
    var header = SegmentHeader.read(buffer.flip()).orElse(null);
    var why = header == null ? "its header is not valid" : objection(header, number);
    if (header == null || why != null) {
      return new Unusable(String.valueOf(why), 0);
    }
    return file.size() == header.segmentBytes()
        ? new Usable(header)
        : new Unusable(
            "the file should have %d bytes".formatted(header.segmentBytes()), file.size());
  }

  private @Nullable String objection(SegmentHeader header, long number) {
    var owner = SegmentHeader.directoryOf(buffer);
    if (!owner.equals(directory)) {
      return "it belongs to the data directory " + owner;
    }
    return header.segment() == number ? null : "it holds " + FileNames.segment(header.segment());
  }

  /** The bytes of the whole segment, until the next call. */
  ByteBuffer load(DiskFile file, SegmentHeader header) {
    if (buffer.capacity() < header.segmentBytes()) {
      buffer = ByteBuffer.allocateDirect(header.segmentBytes());
    }
    buffer.clear().limit(header.segmentBytes());
    file.read(buffer, 0);
    if (buffer.hasRemaining()) {
      throw new DiskException(
          DiskException.Kind.FAILED, file.name() + " became shorter while it was read", null);
    }
    return buffer.flip();
  }
}
