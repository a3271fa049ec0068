package dev.millrace.simulation;

import dev.millrace.journal.Disk;
import dev.millrace.journal.DiskException;
import dev.millrace.journal.DiskFile;
import dev.millrace.journal.DiskLock;
import java.nio.ByteBuffer;
import java.util.List;

/** A disk whose failed syncs are tried a second time. For {@link SeededBug#SYNC_RETRIED}. */
final class RetryingDisk implements Disk {
  private final Disk disk;

  RetryingDisk(Disk disk) {
    this.disk = disk;
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
  public DiskFile create(String name) {
    return new RetryingFile(disk.create(name));
  }

  @Override
  public DiskFile open(String name) {
    return new RetryingFile(disk.open(name));
  }

  @Override
  public DiskFile openReadOnly(String name) {
    return disk.openReadOnly(name);
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

  private record RetryingFile(DiskFile file) implements DiskFile {
    @Override
    public String name() {
      return file.name();
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public int read(ByteBuffer target, long position) {
      return file.read(target, position);
    }

    @Override
    public void write(ByteBuffer source, long position) {
      file.write(source, position);
    }

    @Override
    public void sync() {
      try {
        file.sync();
      } catch (DiskException _) {
        file.sync();
      }
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
