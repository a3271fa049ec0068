package dev.millrace.node;

import dev.millrace.journal.DecoratedDisk;
import dev.millrace.journal.DecoratedFile;
import dev.millrace.journal.Disk;
import dev.millrace.journal.DiskException;
import dev.millrace.journal.DiskException.Kind;
import dev.millrace.journal.DiskFile;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/**
 * A disk whose file syncs a test can hold up or let fail, and which can be full. Any thread may use
 * it.
 */
public final class GatedDisk extends DecoratedDisk {
  private static final Set<String> JOURNALING = Set.of("journal", "sync");

  private volatile long usableBytes = Long.MAX_VALUE;
  private volatile boolean held;
  private volatile boolean failing;
  private volatile boolean pretending;
  private final Semaphore arrived = new Semaphore(0);
  private volatile CountDownLatch gate = new CountDownLatch(0);

  public GatedDisk(Disk disk) {
    super(disk);
  }

  /** From now on syncs of the journal wait. */
  public void holdSyncs() {
    gate = new CountDownLatch(1);
    held = true;
  }

  /** Waits until a sync is held. */
  public void awaitSync() throws InterruptedException {
    arrived.acquire();
  }

  public void letSyncsGo() {
    held = false;
    gate.countDown();
  }

  /** From now on syncs fail. */
  public void failSyncs() {
    failing = true;
  }

  /** From now on syncs of the journal do nothing and say that they did. */
  public GatedDisk pretendSyncs() {
    pretending = true;
    return this;
  }

  void setUsableBytes(long bytes) {
    usableBytes = bytes;
  }

  private void sync(DiskFile file) {
    // Files are also synced by whoever prepares them; that is not meant.
    boolean journals = JOURNALING.contains(Thread.currentThread().getName());
    if (journals && held) {
      arrived.release();
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    if (journals && failing) {
      throw new DiskException(Kind.FAILED, "sync " + file.name() + ": told to fail", null);
    }
    if (!(journals && pretending)) {
      file.sync();
    }
  }

  @Override
  protected DiskFile decorated(DiskFile file) {
    return new GatedFile(file);
  }

  @Override
  public long usableBytes() {
    return Math.min(usableBytes, super.usableBytes());
  }

  private final class GatedFile extends DecoratedFile {
    private final DiskFile file;

    GatedFile(DiskFile file) {
      super(file);
      this.file = file;
    }

    @Override
    public void sync() {
      GatedDisk.this.sync(file);
    }
  }
}
