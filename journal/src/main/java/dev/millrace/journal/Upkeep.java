package dev.millrace.journal;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slow work on files, away from the path of a frame. A failure here leaves fewer spares, and
 * with them less room for growth, but harms nothing that was written.
 */
final class Upkeep {
  private static final Logger log = LoggerFactory.getLogger(Upkeep.class);

  /**
   * A journal is trimmed by many segments at once and needs them again one by one. As many are
   * kept, because a new one must be written full before it is used, as much as is written to it.
   */
  static final int LEFT_OVERS_MAX = 24;

  private final Disk disk;
  private final JournalConfig config;
  private final Space space;
  private final SegmentMaker maker;

  /** Names of files of no more use; their blocks become spares, or are freed. */
  private final ArrayDeque<String> leftOvers;

  private volatile long usableBytes;

  Upkeep(
      Disk disk,
      JournalConfig config,
      Space space,
      SegmentMaker maker,
      ArrayDeque<String> leftOvers) {
    this.disk = disk;
    this.config = config;
    this.space = space;
    this.maker = maker;
    this.leftOvers = leftOvers;
  }

  /** Makes it durable that trimmed segments aren't needed; only then may they be touched. */
  void recordTrim(Anchor anchor, SegmentIndex index) {
    var trimmed = index.trimmed();
    if (trimmed.isEmpty()) {
      return;
    }
    var last = trimmed.getLast();
    anchor.update(anchor.state().trimmed(last.number() + 1, last.lastFrame() + 1));
    for (var segment : trimmed) {
      leftOvers.add(FileNames.segment(segment.number()));
      index.removed(segment);
    }
  }

  boolean step() {
    try {
      makeSpare();
      measure();
      if (space.missingSpares() == 0 && !leftOvers.isEmpty()) {
        freeLeftOvers(usableBytes >= 2 * config.freeBytesMin() ? LEFT_OVERS_MAX : 0);
        setLeftOversAside();
        measure();
      }
    } catch (DiskException e) {
      log.warn("Could not prepare a segment: in={} cause={}", disk.location(), e.getMessage());
      space.becameFull();
      return false;
    }
    return space.missingSpares() > 0 && !space.isFull();
  }

  private void makeSpare() {
    int missing = space.missingSpares();
    if (missing == 0) {
      return;
    }
    var recyclable = takeRecyclable();
    if (recyclable.isPresent()) {
      space.addSpare(maker.recycle(recyclable.get(), config.segmentBytes()));
      return;
    }
    freeLeftOvers(0); // all of another size
    // The first spare is the reserve for completions: it may use what must be left free otherwise.
    long mustRemain = missing == config.spareSegments() ? 0 : config.freeBytesMin();
    if (disk.usableBytes() - config.segmentBytes() >= mustRemain) {
      space.addSpare(maker.make(config.segmentBytes()));
    } else {
      space.becameFull();
    }
  }

  /** Takes a leftover of the right size, if there is one. */
  Optional<String> takeRecyclable() {
    var fitting =
        leftOvers.stream().filter(name -> sizeOf(name) == config.segmentBytes()).findFirst();
    fitting.ifPresent(leftOvers::remove);
    return fitting;
  }

  private long sizeOf(String name) {
    try (var file = disk.openReadOnly(name)) {
      return file.size();
    }
  }

  private void freeLeftOvers(int kept) {
    while (leftOvers.size() > kept) {
      disk.delete(leftOvers.removeFirst());
    }
  }

  /** Under their own names they would look as if they belonged to the journal. */
  private void setLeftOversAside() {
    for (int i = leftOvers.size(); i > 0; i--) {
      String name = leftOvers.getFirst();
      OptionalLong number = FileNames.segmentNumber(name);
      if (number.isPresent()) {
        String aside = FileNames.raw(number.getAsLong());
        disk.rename(name, aside);
        leftOvers.addLast(aside);
      } else {
        leftOvers.addLast(name);
      }
      leftOvers.removeFirst();
    }
  }

  void measure() {
    usableBytes = disk.usableBytes();
    space.openForGrowth(usableBytes >= config.freeBytesMin());
  }

  long usableBytes() {
    return usableBytes;
  }
}
