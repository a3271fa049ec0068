package dev.millrace.simulation;

import dev.millrace.journal.DecoratedDisk;
import dev.millrace.journal.DecoratedFile;
import dev.millrace.journal.Disk;
import dev.millrace.journal.DiskException;
import dev.millrace.journal.DiskFile;

/** A disk whose failed syncs are tried a second time. For {@link SeededBug#SYNC_RETRIED}. */
final class RetryingDisk extends DecoratedDisk {
  RetryingDisk(Disk disk) {
    super(disk);
  }

  @Override
  protected DiskFile decorated(DiskFile file) {
    return new RetryingFile(file);
  }

  private static final class RetryingFile extends DecoratedFile {
    RetryingFile(DiskFile file) {
      super(file);
    }

    @Override
    public void sync() {
      try {
        super.sync();
      } catch (DiskException _) {
        super.sync();
      }
    }
  }
}
