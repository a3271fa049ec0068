package dev.millrace.store.rocksdb;

/**
 * What RocksDB may use. Keys: {@code store-*}. Its memory in all is about {@code cacheBytes} plus
 * twice the largest layer.
 *
 * @param cacheBytes blocks of rows, indexes and filters, and the memtables too, which are charged
 *     here. Larger means fewer reads from disk. Suggested: 96 MiB.
 * @param memtableBytes when one of up to three memtables is written out. Larger means fewer and
 *     larger files; they must fit into the cache. Suggested: 16 MiB.
 * @param backgroundJobs threads that write out memtables and compact. Suggested: 2.
 * @param openFilesMax descriptors; a file holds up to 64 MiB. Suggested: 1024.
 * @param compactionBytesPerSecond bound on what background jobs write; 0 for none. A bound keeps
 *     the disk responsive, one too low lets writes stall. Suggested: 0.
 * @param skippedKeysMax how many deleted rows a scan may walk over before it is counted as long; 0
 *     counts none. Suggested: 10,000.
 */
public record RocksConfig(
    long cacheBytes,
    long memtableBytes,
    int backgroundJobs,
    int openFilesMax,
    long compactionBytesPerSecond,
    long skippedKeysMax) {
  /** So many memtables at most: one taking writes, two being written out. */
  static final int MEMTABLES_MAX = 3;

  public static final RocksConfig DEFAULT =
      new RocksConfig(96L << 20, 16L << 20, 2, 1024, 0, 10_000);

  public RocksConfig {
    check(memtableBytes >= 64 << 10, "store-memtable-bytes must be at least 64 KiB");
    check(
        cacheBytes >= MEMTABLES_MAX * memtableBytes,
        "store-cache-bytes must be at least %d times store-memtable-bytes"
            .formatted(MEMTABLES_MAX));
    check(backgroundJobs >= 2, "store-background-jobs must be at least 2");
    check(openFilesMax >= 64, "store-open-files-max must be at least 64");
    check(
        compactionBytesPerSecond == 0 || compactionBytesPerSecond >= 1 << 20,
        "store-compaction-bytes-per-second must be 0 or at least 1 MiB");
    check(skippedKeysMax >= 0, "store-skipped-keys-max is negative");
  }

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
