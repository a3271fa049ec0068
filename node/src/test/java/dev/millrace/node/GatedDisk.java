package dev.millrace.node;

import dev.millrace.journal.Disk;
import dev.millrace.journal.DiskException;
import dev.millrace.journal.DiskException.Kind;
import dev.millrace.journal.DiskFile;
import dev.millrace.journal.DiskLock;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/**
 * A disk whose file syncs a test can hold up or let fail, and which can be full. Any thread may use
 * it.
 */
public final class GatedDisk implements Disk {
  private final Disk disk;
  private volatile long usableBytes = Long.MAX_VALUE;
  private volatile boolean held;
  private volatile boolean failing;
  private volatile boolean pretending;
  private final Semaphore arrived = new Semaphore(0);
  private volatile CountDownLatch gate = new CountDownLatch(0);

  public GatedDisk(Disk disk) {
    this.disk = disk;
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
    boolean journals = Thread.currentThread().getName().equals("journal");
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
  public String location() {
    return disk.location();
  }

  @Override
  public List<String> list() {
    return disk.list();
  }

  @Override
  public DiskFile create(String name) {
    return new GatedFile(disk.create(name));
  }

  @Override
  public DiskFile open(String name) {
    return new GatedFile(disk.open(name));
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
    return Math.min(usableBytes, disk.usableBytes());
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

  private final class GatedFile implements DiskFile {
    private final DiskFile file;

    GatedFile(DiskFile file) {
      this.file = file;
    }

    @Override
    public void sync() {
      GatedDisk.this.sync(file);
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
