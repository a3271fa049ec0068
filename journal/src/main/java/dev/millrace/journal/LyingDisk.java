package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A disk that says it has synced and has not. A seeded bug, for the simulator to notice. */
public final class LyingDisk implements Disk {
  /** What isn't done. */
  public enum Lie {
    FILE_SYNC,
    DIRECTORY_SYNC
  }

  private final Disk disk;
  private final EnumSet<Lie> lies;

  public LyingDisk(Disk disk, Set<Lie> lies) {
    this.disk = disk;
    this.lies = EnumSet.noneOf(Lie.class);
    this.lies.addAll(lies);
  }

  @Override
  public void syncDirectory() {
    if (!lies.contains(Lie.DIRECTORY_SYNC)) {
      disk.syncDirectory();
    }
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
    return new LyingFile(disk.create(name));
  }

  @Override
  public DiskFile open(String name) {
    return new LyingFile(disk.open(name));
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

  private final class LyingFile implements DiskFile {
    private final DiskFile file;

    LyingFile(DiskFile file) {
      this.file = file;
    }

    @Override
    public void sync() {
      if (!lies.contains(Lie.FILE_SYNC)) {
        file.sync();
      }
    }

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
    public void close() {
      file.close();
    }
  }
}
