package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a journal: reads what is there, makes sure that it is durable, and prepares a fresh
 * segment. It may be cut short by a crash at any point and run again.
 */
final class Recovery {
  private static final Logger log = LoggerFactory.getLogger(Recovery.class);

  private final DataDirectory directory;
  private final Disk disk;
  private final JournalConfig config;
  private final Anchor anchor;
  private final JournalScan scan;
  private final List<String> names;

  private Recovery(
      DataDirectory directory,
      JournalConfig config,
      Anchor anchor,
      RecoveryRules rules,
      EntryVisitor visitor) {
    this.directory = directory;
    this.disk = directory.disk();
    this.config = config;
    this.anchor = anchor;
    this.scan = new JournalScan(directory, anchor.state(), rules, visitor);
    this.names = disk.list();
  }

  static Recovered run(
      DataDirectory directory, JournalConfig config, RecoveryRules rules, EntryVisitor visitor) {
    var anchor = openAnchor(directory);
    try {
      return new Recovery(directory, config, anchor, rules, visitor).run();
    } catch (RuntimeException e) {
      anchor.close();
      throw e;
    }
  }

  private static Anchor openAnchor(DataDirectory directory) {
    var disk = directory.disk();
    if (directory.isUnfinished()) {
      return Anchor.create(disk, directory.id(), directory.start());
    }
    if (!disk.list().contains(FileNames.ANCHOR)) {
      throw anchorDamaged(disk, "the file is missing");
    }
    return Anchor.open(disk.open(FileNames.ANCHOR), directory.id())
        .orElseThrow(() -> anchorDamaged(disk, "neither copy is valid"));
  }

  static Anchor readAnchor(Disk disk, DirectoryId directory) {
    if (!disk.list().contains(FileNames.ANCHOR)) {
      throw anchorDamaged(disk, "the file is missing");
    }
    return Anchor.open(disk.openReadOnly(FileNames.ANCHOR), directory)
        .orElseThrow(() -> anchorDamaged(disk, "neither copy is valid"));
  }

  private static JournalDamagedException anchorDamaged(Disk disk, String what) {
    return new JournalDamagedException(
        disk.location(), List.of(new Damage(FileNames.ANCHOR, 0, what, Map.of(), Map.of())));
  }

  private Recovered run() {
    scan.run(segmentsToRead(names, anchor.state()), lastNumber(names));
    if (!scan.damages().isEmpty()) {
      throw new JournalDamagedException(disk.location(), scan.damages());
    }
    makeTailDurable();
    var space = new Space(config);
    var maker = maker();
    var upkeep = new Upkeep(disk, config, space, maker, leftOvers());
    var fresh =
        upkeep
            .takeRecyclable()
            .map(name -> maker.recycle(name, config.segmentBytes()))
            .orElseGet(() -> maker.make(config.firstSegmentBytes()));
    space.activate(fresh);
    try {
      long lastFrame = scan.nextFrame() - 1;
      anchor.update(anchor.state().opened(incarnation(), fresh.number(), lastFrame));
      directory.finish();
      upkeep.measure();
      logOpened();
      return new Recovered(
          directory,
          config,
          anchor,
          space,
          index(fresh.number()),
          upkeep,
          fresh,
          scan.tickets(),
          lastFrame,
          scan.lastTimeMillis());
    } catch (RuntimeException e) {
      fresh.file().close();
      throw e;
    }
  }

  /** The numbers of all segments that aren't trimmed, in order. */
  static List<Long> segmentsToRead(List<String> names, AnchorState anchor) {
    return numbers(names, FileNames::segmentNumber)
        .filter(number -> number >= anchor.firstSegment())
        .sorted()
        .boxed()
        .toList();
  }

  /** The largest number of any segment, or file that was or will be one; 0 if there is none. */
  static long lastNumber(List<String> names) {
    return LongStream.concat(
            numbers(names, FileNames::segmentNumber), numbers(names, FileNames::rawNumber))
        .max()
        .orElse(0);
  }

  private static LongStream numbers(List<String> names, Function<String, OptionalLong> numberOf) {
    return names.stream().map(numberOf).flatMapToLong(OptionalLong::stream);
  }

  /**
   * Writes the last frames again, in place, and syncs them. They may have been read from memory
   * without being on disk, and if their sync had failed, a new sync alone would not bring them
   * there.
   */
  private void makeTailDurable() {
    var state = anchor.state();
    var last = scan.lastUsed().orElse(null);
    if (last == null || (state.clean() && state.lastFrame() == last.lastFrame)) {
      return;
    }
    try (var file = disk.open(FileNames.segment(last.number()))) {
      var bytes = ByteBuffer.allocateDirect(last.usedBytes - last.tailAt());
      file.read(bytes, last.tailAt());
      file.write(bytes.flip(), last.tailAt());
      file.sync();
    }
  }

  private SegmentMaker maker() {
    return new SegmentMaker(
        directory,
        Math.max(lastNumber(names), anchor.state().lastSegment()),
        incarnation(),
        scan.nextFrame());
  }

  private long incarnation() {
    long last =
        scan.segments().stream().mapToLong(segment -> segment.header.incarnation()).max().orElse(0);
    return 1 + Math.max(last, anchor.state().incarnation());
  }

  private ArrayDeque<String> leftOvers() {
    var leftOvers = new ArrayDeque<String>();
    scan.segments().stream()
        .filter(ScannedSegment::isUnused)
        .forEach(segment -> leftOvers.add(FileNames.segment(segment.number())));
    numbers(names, FileNames::segmentNumber)
        .filter(number -> number < anchor.state().firstSegment())
        .forEach(number -> leftOvers.add(FileNames.segment(number)));
    numbers(names, FileNames::rawNumber).forEach(number -> leftOvers.add(FileNames.raw(number)));
    return leftOvers;
  }

  private SegmentIndex index(long freshNumber) {
    var index = new SegmentIndex();
    scan.segments().stream()
        .filter(segment -> !segment.isUnused())
        .forEach(
            segment ->
                index.addSealed(new Segment(segment.number(), segment.tickets, segment.lastFrame)));
    index.activate(freshNumber);
    return index;
  }

  private void logOpened() {
    scan.tornTails()
        .forEach(
            tail -> log.warn("Dropped a torn tail: file={} offset={}", tail.file(), tail.offset()));
    log.info(
        "Opened journal={} incarnation={} lastFrame={}",
        disk.location(),
        anchor.state().incarnation(),
        scan.nextFrame() - 1);
  }
}
