package dev.millrace.bench.overload;

import dev.millrace.journal.DecoratedDisk;
import dev.millrace.journal.Disk;
import dev.millrace.journal.DiskFile;
import java.time.Duration;

/**
 * A disk on which a frame of the journal takes a fixed time to sync, and a large one as long as the
 * frames of {@link #STEPS_PER_SYNC} steps that it is worth. So a node on it makes at most 2,000
 * steps a second durable, however it batches them.
 */
final class SlowDisk extends DecoratedDisk {
  static final int STEPS_PER_SYNC = 40;
  static final Duration SYNC_TIME = Duration.ofMillis(20);

  /** Steps a second, and so requests, each of which makes one. */
  static final double CAPACITY = STEPS_PER_SYNC * 1e9 / SYNC_TIME.toNanos();

  SlowDisk(Disk disk) {
    super(disk);
  }

  /** How long the sync of a frame with so many steps takes. */
  static Duration syncTime(long steps) {
    return steps <= STEPS_PER_SYNC
        ? SYNC_TIME
        : SYNC_TIME.multipliedBy(steps).dividedBy(STEPS_PER_SYNC);
  }

  @Override
  protected DiskFile decorated(DiskFile file) {
    return new SlowFile(file);
  }
}
