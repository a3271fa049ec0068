package dev.millrace.journal;

import dev.millrace.journal.DataDirectoryException.Problem;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Reads all that can be read of a damaged data directory, before and behind the damage, and changes
 * nothing in it.
 *
 * <p>A frame counts if its checksums are right; they hold the directory's id and the segment's
 * number, so this doesn't depend on the marker, the anchor or the header of a segment. Frame
 * numbers tell what is missing: they grow by one over the whole journal, and a torn tail takes
 * none. A frame of a torn tail may be whole; its number was then given again by the opening that
 * dropped it, which the headers of the next segments tell.
 */
public final class JournalSalvage {
  private static final AnchorState NO_ANCHOR = AnchorState.startingAfter(JournalStart.NOTHING);

  private final Disk disk;
  private final EntryVisitor visitor;
  private final List<String> names;
  private final PatientReader reader = new PatientReader();
  private final SalvageGaps gaps = new SalvageGaps();
  private final List<String> remarks = new ArrayList<>();
  private long nextFrame;
  private long timeMillis;
  private long incarnation;
  private long frames;
  private long entries;
  private long skippedBytes;
  private long refusedEntries;

  private JournalSalvage(Disk disk, EntryVisitor visitor) {
    this.disk = disk;
    this.visitor = visitor;
    this.names = disk.list();
  }

  /**
   * Reads everything.
   *
   * @param visitor is shown every readable entry whose tickets come after those before
   * @throws DataDirectoryException if the directory is in use, has a newer format, or holds nothing
   *     of a journal
   */
  public static SalvageReport run(Disk disk, EntryVisitor visitor) {
    try (var _ = disk.lockForReading(FileNames.LOCK)) {
      return new JournalSalvage(disk, visitor).run();
    }
  }

  private SalvageReport run() {
    var marker = marker();
    var id = marker.map(Marker::id).orElseGet(this::idOfSegments);
    var anchor = anchor(id);
    nextFrame = anchor.map(AnchorState::firstFrame).orElse(1L);
    incarnation = anchor.map(AnchorState::incarnation).orElse(0L);
    var numbers = Recovery.segmentsToRead(names, anchor.orElse(NO_ANCHOR));
    var starts = IncarnationStarts.read(disk, id, numbers);
    for (long number : numbers) {
      readSegment(id, number, starts.firstFrameAfter(number));
    }
    anchor.ifPresent(this::checkEnd);
    remarkOnRest();
    return new SalvageReport(
        id,
        marker.map(known -> OptionalInt.of(known.slots())).orElse(OptionalInt.empty()),
        incarnation,
        anchor.map(AnchorState::isTrimmed).orElse(false),
        anchor.isPresent(),
        names.contains(FileNames.STORE),
        frames,
        entries,
        skippedBytes,
        gaps.gaps(),
        remarks);
  }

  private Optional<Marker> marker() {
    if (!names.contains(FileNames.MARKER)) {
      remarks.add(FileNames.MARKER + " is missing");
      return Optional.empty();
    }
    try {
      return Optional.of(DataDirectory.read(disk));
    } catch (DataDirectoryException e) {
      if (e.problem() == Problem.NEWER_FORMAT) {
        throw e;
      }
      remarks.add(String.valueOf(e.getMessage()));
    } catch (DiskException e) {
      remarks.add(FileNames.MARKER + " can't be read");
    }
    return Optional.empty();
  }

  /** The id that most segments have. */
  private DirectoryId idOfSegments() {
    Map<DirectoryId, Integer> found = new HashMap<>();
    for (long number : Recovery.segmentsToRead(names, NO_ANCHOR)) {
      try (var file = disk.openReadOnly(FileNames.segment(number))) {
        var bytes = ByteBuffer.allocate(SegmentHeader.BYTES);
        file.read(bytes, 0);
        if (SegmentHeader.read(bytes.flip()).isPresent()) {
          found.merge(SegmentHeader.directoryOf(bytes), 1, Integer::sum);
        }
      } catch (DiskException e) {
        // Another segment may tell.
      }
    }
    return found.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElseThrow(
            () ->
                new DataDirectoryException(
                    Problem.NOT_OURS,
                    "%s holds neither a readable marker nor a readable segment"
                        .formatted(disk.location())));
  }

  private Optional<AnchorState> anchor(DirectoryId id) {
    try (var anchor = Recovery.readAnchor(disk, id)) {
      return Optional.of(anchor.state());
    } catch (JournalDamagedException | DiskException e) {
      remarks.add(
          FileNames.ANCHOR
              + " can't be read: nothing tells whether the newest segments are all there");
      return Optional.empty();
    }
  }

  private void readSegment(DirectoryId id, long number, long frameEnd) {
    var name = FileNames.segment(number);
    try (var file = disk.openReadOnly(name)) {
      var bytes = reader.read(file);
      noteHeader(bytes, id, name);
      readFrames(bytes, new Checksum(id, number), frameEnd, name);
    } catch (DiskException e) {
      remarks.add("%s can't be read: %s".formatted(name, e.getMessage()));
    }
  }

  private void noteHeader(ByteBuffer bytes, DirectoryId id, String name) {
    var header = SegmentHeader.read(bytes).orElse(null);
    if (header == null || !SegmentHeader.directoryOf(bytes).equals(id)) {
      remarks.add("the header of " + name + " is not valid");
    } else {
      incarnation = Math.max(incarnation, header.incarnation());
      if (bytes.limit() != header.segmentBytes()) {
        remarks.add(
            "%s has %d bytes instead of %d".formatted(name, bytes.limit(), header.segmentBytes()));
      }
    }
  }

  private void readFrames(ByteBuffer bytes, Checksum checksum, long frameEnd, String name) {
    int end = SegmentHeader.BYTES; // of the last frame that could be read
    int at = end;
    while (at + FrameHeader.BYTES <= bytes.limit()) {
      var header = FrameHeader.read(bytes, at, checksum, RecoveryRules.STRICT);
      if (header == null) {
        at += FrameHeader.ALIGNMENT;
        continue;
      }
      var body = body(bytes, at, header, checksum);
      if (body != null && header.number() < frameEnd) {
        skippedBytes += at - end;
        take(header, body, name, at);
        end = at + header.frameBytes();
      }
      at += header.frameBytes(); // its length is right, whatever is in it
    }
  }

  private static @Nullable List<Entry> body(
      ByteBuffer bytes, int at, FrameHeader header, Checksum checksum) {
    return header.bodyIsWhole(bytes, at, checksum, RecoveryRules.STRICT)
        ? FrameBody.read(bytes, at, header).orElse(null)
        : null;
  }

  private void take(FrameHeader header, List<Entry> body, String name, int at) {
    if (header.number() < nextFrame) {
      remarks.add("frame %d of %s appears a second time".formatted(header.number(), name));
      return;
    }
    if (header.number() > nextFrame) {
      gaps.open(name, at, header.number() - nextFrame);
    }
    nextFrame = header.number() + 1;
    timeMillis = Math.max(timeMillis, header.timeMillis());
    frames++;
    for (var entry : body) {
      if (gaps.accepts(entry)) {
        gaps.add(entry);
        entries++;
        visitor.visit(entry, timeMillis);
      } else {
        refusedEntries++;
      }
    }
  }

  private void checkEnd(AnchorState anchor) {
    if (nextFrame <= anchor.lastFrame()) {
      gaps.open(FileNames.ANCHOR, 0, anchor.lastFrame() + 1 - nextFrame);
    } else if (Recovery.lastNumber(names) < anchor.lastSegment()) {
      gaps.open(FileNames.ANCHOR, 0, 0);
    }
  }

  private void remarkOnRest() {
    if (reader.unreadableBytes() > 0) {
      remarks.add("the disk could not read %d bytes".formatted(reader.unreadableBytes()));
    }
    if (refusedEntries > 0) {
      remarks.add("%d entries are out of order and were left out".formatted(refusedEntries));
    }
  }
}
