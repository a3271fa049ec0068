package dev.millrace.store.rocksdb;

import dev.millrace.store.KeyRange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.Range;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees the space of ranges that were emptied, on a thread of its own. RocksDB only notes that a
 * range is gone, and has no reason to rewrite the files below soon. Files that others don't share
 * have mostly gone before, see {@link WholeFiles}.
 *
 * <p>A range with little in it is left alone: its files, which others share, would be rewritten for
 * nothing. So is what a snapshot still sees; RocksDB comes to both in the end.
 */
final class ReclaimLoop implements AutoCloseable {
  /** Of one range: an eighth of a file. */
  static final long WORTH_BYTES = 8L << 20;

  /** More that wait are left to RocksDB. */
  private static final int RANGES_MAX = 10_000;

  private static final Logger log = LoggerFactory.getLogger(ReclaimLoop.class);

  private final RocksDB db;
  private final CompactRangeOptions beside =
      new CompactRangeOptions().setExclusiveManualCompaction(false);
  private final Thread thread =
      Thread.ofPlatform().daemon().name("reclaim").unstarted(this::reclaimAll);

  // Guarded by this.
  private final Deque<KeyRange> waiting = new ArrayDeque<>();
  private boolean isBusy;
  private boolean isClosed;

  ReclaimLoop(RocksDB db) {
    this.db = db;
  }

  /** Ranges wait until then; a second time it does nothing. */
  synchronized void start() {
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
  }

  /** Takes ranges that were just emptied. */
  synchronized void add(List<KeyRange> emptied) {
    if (waiting.size() + emptied.size() <= RANGES_MAX) {
      waiting.addAll(emptied);
      notifyAll();
    }
  }

  /** Returns when nothing waits. */
  synchronized void awaitRest() throws InterruptedException {
    while (isBusy || !waiting.isEmpty()) {
      wait();
    }
  }

  private void reclaimAll() {
    try {
      for (KeyRange range = next(); range != null; range = next()) {
        reclaim(range);
      }
    } catch (InterruptedException e) {
      log.warn("Interrupted; space of deleted queues is freed late", e);
    }
  }

  /** The next range, once there is one; null in the end. */
  private synchronized @Nullable KeyRange next() throws InterruptedException {
    isBusy = false;
    notifyAll();
    while (waiting.isEmpty() && !isClosed) {
      wait();
    }
    isBusy = !isClosed;
    return isClosed ? null : waiting.remove();
  }

  private void reclaim(KeyRange range) {
    try {
      long bytes = bytesOf(db, range);
      if (bytes >= WORTH_BYTES) {
        db.compactRange(
            db.getDefaultColumnFamily(), range.from().bytes(), range.to().bytes(), beside);
        log.info("Freed bytes={} left={}", bytes, bytesOf(db, range));
      }
    } catch (RocksDBException e) {
      if (!isClosed()) {
        log.warn("Could not free the space of a deleted queue now", e);
      }
    }
  }

  /** About how large the files are in a range. */
  static long bytesOf(RocksDB db, KeyRange range) {
    try (var from = new Slice(range.from().bytes());
        var to = new Slice(range.to().bytes())) {
      return db.getApproximateSizes(
              List.of(new Range(from, to)), SizeApproximationFlag.INCLUDE_FILES)[0];
    }
  }

  private synchronized boolean isClosed() {
    return isClosed;
  }

  /** Ends what is under way; what isn't done is left to RocksDB. */
  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      notifyAll();
    }
    beside.setCanceled(true);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        // The database must not be freed under it.
        interrupted = true;
      }
    }
    beside.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
