package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads all segments in order, shows the entries, and decides for every invalid byte whether it is
 * a torn tail or damage.
 *
 * <p><b>The tail rule.</b> A frame says which of the frames before it had been synced when it was
 * written, and a segment is left only when all of it is synced. So an invalid frame is damaged if
 * anything behind it, even a bare frame header, says that it had been synced. Else it is a torn
 * tail, and so is all that follows in its segment: nobody was told that any of it is durable. The
 * headers of later segments and the anchor say how far the journal had come: finding less is damage
 * too.
 *
 * <p>After damage the scan goes on, to tell which slots have entries behind it, but shows no more
 * entries.
 */
final class JournalScan {
  private final Disk disk;
  private final AnchorState anchor;
  private final RecoveryRules rules;
  private final EntryVisitor visitor;
  private final DirectoryId directory;
  private final SegmentBytes segmentBytes;
  private final List<ScannedSegment> segments = new ArrayList<>();
  private final List<TornTail> tornTails = new ArrayList<>();
  private final DamageLog damages = new DamageLog();
  private final TicketRanges tickets;
  private long nextFrame;
  private long lastTimeMillis;
  private boolean stopped;

  JournalScan(
      DataDirectory directory, AnchorState anchor, RecoveryRules rules, EntryVisitor visitor) {
    this.disk = directory.disk();
    this.directory = directory.id();
    this.anchor = anchor;
    this.rules = rules;
    this.visitor = visitor;
    this.segmentBytes = new SegmentBytes(directory.id());
    this.tickets = new TicketRanges(directory.slots());
    this.nextFrame = anchor.firstFrame();
  }

  /**
   * Scans everything; call it once.
   *
   * @param segmentNumbers the segments to read, in order
   * @param lastNumber the largest number of any file of the journal
   */
  void run(List<Long> segmentNumbers, long lastNumber) {
    for (long number : segmentNumbers) {
      if (!stopped) {
        scan(number);
      }
    }
    checkEnd(lastNumber);
  }

  private void scan(long number) {
    var name = FileNames.segment(number);
    try (var file = disk.openReadOnly(name)) {
      switch (segmentBytes.loadHeader(file, number)) {
        case SegmentBytes.Unusable(var why, var offset) -> damaged(name, offset, why);
        case SegmentBytes.Usable(var header) -> {
          checkOrder(header, name);
          var segment = new ScannedSegment(header, tickets.slots());
          segments.add(segment);
          if (!stopped && !endsBefore(segment)) {
            scanBody(segment, segmentBytes.load(file, header), name);
          }
        }
      }
    }
  }

  /** Checks that the segment continues what was read so far. */
  private void checkOrder(SegmentHeader header, String name) {
    long before =
        segments.isEmpty() ? header.incarnation() : segments.getLast().header.incarnation();
    boolean isFirst = segments.isEmpty();
    if (header.incarnation() < before) {
      damaged(name, 0, "an older incarnation made it than the segment before");
    } else if (isFirst ? header.firstFrame() > nextFrame : header.incarnation() > before) {
      if (header.firstFrame() != nextFrame) {
        missing(name, 0, header.firstFrame());
      }
      nextFrame = header.firstFrame();
    }
  }

  /** Whether the anchor says that nothing was written behind what has been read. */
  private boolean endsBefore(ScannedSegment segment) {
    return anchor.clean()
        && nextFrame > anchor.lastFrame()
        && segment.header.incarnation() == anchor.incarnation()
        && damages.isEmpty();
  }

  private void scanBody(ScannedSegment segment, ByteBuffer bytes, String name) {
    var checksum = new Checksum(directory, segment.number());
    int at = readFrames(segment, bytes, SegmentHeader.BYTES, checksum);
    while (!stopped && !endsBefore(segment)) {
      int next = findHeader(bytes, at + FrameHeader.ALIGNMENT, checksum);
      if (!isProvenSynced(bytes, next, checksum)) {
        noteTornTail(segment, bytes, at, next >= 0, checksum, name);
        return;
      }
      damaged(name, at, "a synced frame is not valid; the next valid one is at byte " + next);
      var header = FrameHeader.read(bytes, next, checksum, rules);
      nextFrame = header == null ? nextFrame : header.number();
      at = stopped ? at : readFrames(segment, bytes, next, checksum);
    }
  }

  /** Reads frames up to the first invalid one; where that is. */
  private int readFrames(ScannedSegment segment, ByteBuffer bytes, int from, Checksum checksum) {
    int at = from;
    while (!stopped) {
      var header = FrameHeader.read(bytes, at, checksum, rules);
      if (header == null || !header.bodyIsWhole(bytes, at, checksum, rules)) {
        return at;
      }
      var entries = FrameBody.read(bytes, at, header);
      if (entries.isEmpty()) {
        damaged(name(segment), at, "a frame with a valid checksum holds no valid entries");
        return at;
      }
      if (header.number() != nextFrame) {
        missing(name(segment), at, header.number());
      }
      if (!stopped) {
        take(segment, header, at, entries.get());
        at += header.frameBytes();
      }
    }
    return at;
  }

  private void take(ScannedSegment segment, FrameHeader header, int at, List<Entry> entries) {
    if (header.timeMillis() < lastTimeMillis) {
      damaged(name(segment), at, "the time of the frame is before that of an earlier one");
    }
    segment.add(header, at);
    nextFrame = header.number() + 1;
    lastTimeMillis = header.timeMillis();
    for (var entry : entries) {
      if (!tickets.accepts(entry)) {
        damaged(
            name(segment), at, "slot %d or its tickets are out of order".formatted(entry.slot()));
        return;
      }
      tickets.add(entry);
      segment.tickets.add(entry);
      if (damages.isEmpty() || !rules.refuseDamage()) {
        visitor.visit(entry, lastTimeMillis);
      } else {
        damages.addBehind(entry);
      }
    }
  }

  /** The first whole frame header at or behind a place; -1 if there is none. */
  private int findHeader(ByteBuffer bytes, int from, Checksum checksum) {
    for (int at = from; at + FrameHeader.BYTES <= bytes.limit(); at += FrameHeader.ALIGNMENT) {
      if (FrameHeader.read(bytes, at, checksum, rules) != null) {
        return at;
      }
    }
    return -1;
  }

  /** Whether a frame at or behind a place says that the one that is missing had been synced. */
  private boolean isProvenSynced(ByteBuffer bytes, int from, Checksum checksum) {
    for (int at = from; at >= 0; at = findHeader(bytes, at + FrameHeader.ALIGNMENT, checksum)) {
      var header = FrameHeader.read(bytes, at, checksum, rules);
      if (header != null && header.provesSynced(nextFrame)) {
        return true;
      }
    }
    return false;
  }

  private void noteTornTail(
      ScannedSegment segment,
      ByteBuffer bytes,
      int at,
      boolean hasMoreBehind,
      Checksum checksum,
      String name) {
    if (at + FrameHeader.BYTES > bytes.limit()) {
      return;
    }
    boolean headerIsWhole = FrameHeader.read(bytes, at, checksum, rules) != null;
    boolean isBlank = bytes.getLong(at) == 0;
    if (headerIsWhole || hasMoreBehind || (!isBlank && !segment.header.recycled())) {
      tornTails.add(new TornTail(name, at));
    }
  }

  private void checkEnd(long lastNumber) {
    if (stopped) {
      return;
    }
    if (nextFrame <= anchor.lastFrame()) {
      missing(FileNames.ANCHOR, 0, anchor.lastFrame() + 1);
    }
    if (lastNumber < anchor.lastSegment()) {
      damaged(
          FileNames.ANCHOR, 0, FileNames.segment(anchor.lastSegment()) + " or later is missing");
    }
  }

  /** Notes that a frame was found, or is known of, which doesn't follow the last one read. */
  private void missing(String name, long offset, long found) {
    if (found < nextFrame) {
      damaged(name, offset, "frame %d appears a second time".formatted(found));
      return;
    }
    var what = "frames %d to %d are missing here, before %s".formatted(nextFrame, found - 1, name);
    lastUsed()
        .ifPresentOrElse(
            last -> damaged(name(last), last.usedBytes, what), () -> damaged(name, offset, what));
  }

  private void damaged(String name, long offset, String what) {
    if (rules.refuseDamage()) {
      damages.add(name, offset, what, tickets.lastBySlot());
    } else {
      stopped = true;
    }
  }

  private static String name(ScannedSegment segment) {
    return FileNames.segment(segment.number());
  }

  List<Damage> damages() {
    return damages.damages();
  }

  List<TornTail> tornTails() {
    return List.copyOf(tornTails);
  }

  List<ScannedSegment> segments() {
    return List.copyOf(segments);
  }

  /** The last segment that has a frame. */
  Optional<ScannedSegment> lastUsed() {
    return segments.reversed().stream().filter(segment -> !segment.isUnused()).findFirst();
  }

  TicketRanges tickets() {
    return tickets;
  }

  long nextFrame() {
    return nextFrame;
  }

  long lastTimeMillis() {
    return lastTimeMillis;
  }
}
