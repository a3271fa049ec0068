package dev.millrace.store.rocksdb;

import org.rocksdb.Cache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * What a store uses at a moment.
 *
 * @param rowsEstimate rows, by a guess that counts some deleted ones
 * @param files files with rows
 * @param diskBytes their size
 * @param cacheBytes memory of the cache, with the memtables that are charged to it
 * @param memtableBytes memory of the memtables
 * @param pendingCompactionBytes what compactions have yet to rewrite
 * @param backgroundErrors errors of flushes and compactions since the store was opened
 * @param isWriteStopped whether layers wait, because flushes or compactions don't keep up
 * @param snapshots open snapshots
 * @param longScans scans that walked over more deleted rows than they should
 */
public record RocksStatus(
    long rowsEstimate,
    int files,
    long diskBytes,
    long cacheBytes,
    long memtableBytes,
    long pendingCompactionBytes,
    long backgroundErrors,
    boolean isWriteStopped,
    long snapshots,
    long longScans) {
  private static final int LEVELS = 7;

  static RocksStatus read(RocksDB db, Cache cache, long longScans) throws RocksDBException {
    return new RocksStatus(
        db.getLongProperty("rocksdb.estimate-num-keys"),
        files(db),
        db.getLongProperty("rocksdb.total-sst-files-size"),
        cache.getUsage(),
        db.getLongProperty("rocksdb.cur-size-all-mem-tables"),
        db.getLongProperty("rocksdb.estimate-pending-compaction-bytes"),
        db.getLongProperty("rocksdb.background-errors"),
        db.getLongProperty("rocksdb.is-write-stopped") != 0,
        db.getLongProperty("rocksdb.num-snapshots"),
        longScans);
  }

  private static int files(RocksDB db) throws RocksDBException {
    int files = 0;
    for (int level = 0; level < LEVELS; level++) {
      files += Integer.parseInt(db.getProperty("rocksdb.num-files-at-level" + level));
    }
    return files;
  }
}
