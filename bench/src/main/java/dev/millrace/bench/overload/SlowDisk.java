package dev.millrace.bench.overload;

import dev.millrace.journal.Disk;
import dev.millrace.journal.DiskFile;
import dev.millrace.journal.DiskLock;
import java.time.Duration;
import java.util.List;

/**
 * A disk on which a frame of the journal takes a fixed time to sync, and a large one as long as the
 * frames of {@link #STEPS_PER_SYNC} steps that it is worth. So a node on it makes at most 2,000
 * steps a second durable, however it batches them.
 */
final class SlowDisk implements Disk {
  static final int STEPS_PER_SYNC = 40;
  static final Duration SYNC_TIME = Duration.ofMillis(20);

  /** Steps a second, and so requests, each of which makes one. */
  static final double CAPACITY = STEPS_PER_SYNC * 1e9 / SYNC_TIME.toNanos();

  private final Disk disk;

  SlowDisk(Disk disk) {
    this.disk = disk;
  }

  /** How long the sync of a frame with so many steps takes. */
  static Duration syncTime(long steps) {
    return steps <= STEPS_PER_SYNC
        ? SYNC_TIME
        : SYNC_TIME.multipliedBy(steps).dividedBy(STEPS_PER_SYNC);
  }

  @Override
  public DiskFile create(String name) {
    return new SlowFile(disk.create(name));
  }

  @Override
  public DiskFile open(String name) {
    return new SlowFile(disk.open(name));
  }

  @Override
  public DiskFile openReadOnly(String name) {
    return disk.openReadOnly(name);
  }

  @Override
  public String location() {
    return disk.location();
  }

  @Override
  public List<String> list() {
    return disk.list();
  }

  @Override
  public void rename(String source, String target) {
    disk.rename(source, target);
  }

  @Override
  public void delete(String name) {
    disk.delete(name);
  }

  @Override
  public void syncDirectory() {
    disk.syncDirectory();
  }

  @Override
  public long usableBytes() {
    return disk.usableBytes();
  }

  @Override
  public DiskLock lock(String name) {
    return disk.lock(name);
  }

  @Override
  public DiskLock lockForReading(String name) {
    return disk.lockForReading(name);
  }

  @Override
  public void close() {
    disk.close();
  }
}
