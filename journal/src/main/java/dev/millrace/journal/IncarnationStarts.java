package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the headers of segments tell of the frames with which openings of a journal began. */
final class IncarnationStarts {
  /** No opening is known to have come later. */
  static final long NONE = Long.MAX_VALUE;

  private record Known(long segment, SegmentHeader header) {}

  private final List<Known> known = new ArrayList<>();

  private IncarnationStarts() {}

  /** Reads all headers that can be read. */
  static IncarnationStarts read(Disk disk, DirectoryId id, List<Long> segments) {
    var starts = new IncarnationStarts();
    for (long number : segments) {
      header(disk, id, number).ifPresent(header -> starts.known.add(new Known(number, header)));
    }
    return starts;
  }

  private static Optional<SegmentHeader> header(Disk disk, DirectoryId id, long number) {
    try (var file = disk.openReadOnly(FileNames.segment(number))) {
      var bytes = ByteBuffer.allocate(SegmentHeader.BYTES);
      file.read(bytes, 0);
      return SegmentHeader.read(bytes.flip())
          .filter(
              header -> header.segment() == number && SegmentHeader.directoryOf(bytes).equals(id));
    } catch (DiskException e) {
      return Optional.empty();
    }
  }

  /**
   * The first frame of the next opening after the one that made a segment. A segment whose header
   * is lost counts as made by the same opening as the next.
   */
  long firstFrameAfter(long segment) {
    long madeBy =
        known.stream()
            .filter(one -> one.segment >= segment)
            .findFirst()
            .map(one -> one.header.incarnation())
            .orElse(NONE);
    return known.stream()
        .filter(one -> one.segment > segment && one.header.incarnation() > madeBy)
        .mapToLong(one -> one.header.firstFrame())
        .min()
        .orElse(NONE);
  }
}
