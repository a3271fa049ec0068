package dev.millrace.journal;

import java.util.List;

/**
 * A disk that does what another does, but for its files: those that may be written are decorated.
 */
public abstract class DecoratedDisk implements Disk {
  private final Disk disk;

  protected DecoratedDisk(Disk disk) {
    this.disk = disk;
  }

  /** The file as this disk has it. */
  protected abstract DiskFile decorated(DiskFile file);

  @Override
  public DiskFile create(String name) {
    return decorated(disk.create(name));
  }

  @Override
  public DiskFile open(String name) {
    return decorated(disk.open(name));
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
