package dev.millrace.journal;

import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes segments: files of full size, with a header, durable under their name. They carry the
 * incarnation of this opening of the journal. Used by one thread at a time.
 */
final class SegmentMaker {
  private static final Logger log = LoggerFactory.getLogger(SegmentMaker.class);

  private static final int CHUNK_BYTES = 1 << 20;

  private final Disk disk;
  private final DirectoryId directory;
  private final long incarnation;
  private final long firstFrame;
  private long lastNumber;

  SegmentMaker(DataDirectory directory, long lastNumber, long incarnation, long firstFrame) {
    this.disk = directory.disk();
    this.directory = directory.id();
    this.lastNumber = lastNumber;
    this.incarnation = incarnation;
    this.firstFrame = firstFrame;
  }

  /** Makes a segment of new blocks, by writing all of it, so that later writes need no space. */
  SpareSegment make(int segmentBytes) {
    long number = ++lastNumber;
    var name = FileNames.raw(number);
    var file = disk.create(name);
    try {
      var chunk = ByteBuffer.allocateDirect(Math.min(CHUNK_BYTES, segmentBytes));
      for (long at = 0; at < segmentBytes; at += chunk.limit()) {
        chunk.clear().limit((int) Math.min(chunk.capacity(), segmentBytes - at));
        file.write(chunk, at);
      }
      return finish(file, number, segmentBytes, false);
    } catch (RuntimeException e) {
      discard(file, number);
      throw e;
    }
  }

  /** Makes a segment of the blocks of a file that is of no more use and has this size. */
  SpareSegment recycle(String oldName, int segmentBytes) {
    long number = ++lastNumber;
    disk.rename(oldName, FileNames.raw(number));
    disk.syncDirectory(); // before the header says something else than the old name
    var file = disk.open(FileNames.raw(number));
    try {
      return finish(file, number, segmentBytes, true);
    } catch (RuntimeException e) {
      discard(file, number);
      throw e;
    }
  }

  private SpareSegment finish(DiskFile file, long number, int segmentBytes, boolean recycled) {
    var header = ByteBuffer.allocateDirect(SegmentHeader.BYTES);
    new SegmentHeader(number, incarnation, firstFrame, segmentBytes, recycled)
        .put(header, directory);
    file.write(header.flip(), 0);
    file.sync();
    disk.rename(FileNames.raw(number), FileNames.segment(number));
    disk.syncDirectory();
    file.close();
    return new SpareSegment(number, segmentBytes, disk.open(FileNames.segment(number)));
  }

  /** Gives the space back, as far as possible; what remains is removed at the next opening. */
  private void discard(DiskFile file, long number) {
    try {
      file.close();
      var names = disk.list();
      if (names.contains(FileNames.raw(number))) {
        disk.delete(FileNames.raw(number));
      }
      if (names.contains(FileNames.segment(number))) {
        disk.delete(FileNames.segment(number));
      }
    } catch (RuntimeException e) {
      log.warn("Could not remove unfinished segment={} cause={}", number, e.getMessage());
    }
  }
}
