package dev.millrace.journal;

import java.util.EnumSet;
import java.util.Set;

/** A disk that says it has synced and has not. A seeded bug, for the simulator to notice. */
public final class LyingDisk extends DecoratedDisk {
  /** What isn't done. */
  public enum Lie {
    FILE_SYNC,
    DIRECTORY_SYNC
  }

  private final EnumSet<Lie> lies;

  public LyingDisk(Disk disk, Set<Lie> lies) {
    super(disk);
    this.lies = EnumSet.noneOf(Lie.class);
    this.lies.addAll(lies);
  }

  @Override
  public void syncDirectory() {
    if (!lies.contains(Lie.DIRECTORY_SYNC)) {
      super.syncDirectory();
    }
  }

  @Override
  protected DiskFile decorated(DiskFile file) {
    return new LyingFile(file);
  }

  private final class LyingFile extends DecoratedFile {
    LyingFile(DiskFile file) {
      super(file);
    }

    @Override
    public void sync() {
      if (!lies.contains(Lie.FILE_SYNC)) {
        super.sync();
      }
    }
  }
}
