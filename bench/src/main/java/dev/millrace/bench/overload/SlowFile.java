package dev.millrace.bench.overload;

import dev.millrace.journal.DecoratedFile;
import dev.millrace.journal.DiskFile;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

/** A file that counts the steps in frames of the journal, and takes its time to sync them. */
final class SlowFile extends DecoratedFile {
  // docs/storage-format.md, Frame.
  private static final int FRAME_MAGIC = 0x4d4c_4652;
  private static final int FRAME_HEADER_BYTES = 64;
  private static final int FRAME_ENTRIES_AT = 28;

  private long unsyncedSteps;

  SlowFile(DiskFile file) {
    super(file);
  }

  @Override
  public void write(ByteBuffer source, long position) {
    unsyncedSteps += steps(source);
    super.write(source, position);
  }

  /** The steps of the frame that is to be written; 0 for anything else. */
  private static int steps(ByteBuffer bytes) {
    int at = bytes.position();
    return bytes.remaining() >= FRAME_HEADER_BYTES && bytes.getInt(at) == FRAME_MAGIC
        ? bytes.getInt(at + FRAME_ENTRIES_AT)
        : 0;
  }

  @Override
  public void sync() {
    long start = System.nanoTime();
    super.sync();
    if (unsyncedSteps > 0) {
      long end = start + SlowDisk.syncTime(unsyncedSteps).toNanos();
      unsyncedSteps = 0;
      for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }
  }
}
