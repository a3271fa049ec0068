package dev.millrace.store.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RateLimiter;
import org.rocksdb.RocksObject;
import org.rocksdb.TablePropertiesCollectorFactory;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/** How RocksDB is set up, and the native objects that belong to that. */
final class RocksOptions implements AutoCloseable {
  private static final int BLOCK_BYTES = 16 << 10;
  private static final double FILTER_BITS_PER_KEY = 10;
  private static final long FILE_BYTES = 64L << 20;

  /** A file in which half of so many neighbours are deletions is compacted soon. */
  private static final int DELETION_WINDOW = 32 << 10;

  private final Deque<RocksObject> owned = new ArrayDeque<>();
  private final LRUCache cache;
  private final Options options;
  private final Options uncompressed;
  private final WriteOptions writeOptions;
  private final FlushOptions flushOptions;

  RocksOptions(RocksConfig config) {
    // Half of the cache is kept for indexes and filters, which every read needs.
    cache = own(new LRUCache(config.cacheBytes(), 4, false, 0.5));
    options = own(new Options());
    durability();
    memory(config);
    files();
    background(config);
    uncompressed = own(new Options(options).setCompressionType(CompressionType.NO_COMPRESSION));
    writeOptions = own(new WriteOptions().setDisableWAL(true));
    // A flush doesn't wait for compactions: the journal waits for it.
    flushOptions = own(new FlushOptions().setWaitForFlush(true).setAllowWriteStall(true));
  }

  private void durability() {
    options
        // Only with it does RocksDB promise that what is lost without a log is a tail
        // (facebook/rocksdb 9338).
        .setAtomicFlush(true)
        // What wasn't flushed is in the journal; closing needn't take long.
        .setAvoidFlushDuringShutdown(true)
        .setParanoidChecks(true)
        .setMaxManifestFileSize(16L << 20);
  }

  private void memory(RocksConfig config) {
    var memtables =
        own(
            new WriteBufferManager(
                RocksConfig.MEMTABLES_MAX * config.memtableBytes(), cache, false));
    options
        .setWriteBufferManager(memtables)
        .setWriteBufferSize(config.memtableBytes())
        .setMaxWriteBufferNumber(RocksConfig.MEMTABLES_MAX)
        .setMemtableWholeKeyFiltering(true)
        .setMemtablePrefixBloomSizeRatio(0.05)
        .setMaxOpenFiles(config.openFilesMax());
  }

  private void files() {
    var table =
        new BlockBasedTableConfig()
            .setBlockSize(BLOCK_BYTES)
            .setBlockCache(cache)
            .setFilterPolicy(own(new BloomFilter(FILTER_BITS_PER_KEY)))
            .setWholeKeyFiltering(true)
            .setOptimizeFiltersForMemory(true)
            .setIndexType(IndexType.kTwoLevelIndexSearch)
            .setPartitionFilters(true)
            .setMetadataBlockSize(4 << 10)
            .setCacheIndexAndFilterBlocks(true)
            .setCacheIndexAndFilterBlocksWithHighPriority(true)
            .setPinTopLevelIndexAndFilter(true)
            .setPinL0FilterAndIndexBlocksInCache(true);
    options
        .setTableFormatConfig(table)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setTargetFileSizeBase(FILE_BYTES)
        // A file of rows that can't go to the lowest level then goes to the one above it.
        .setLevelCompactionDynamicLevelBytes(false)
        .setTablePropertiesCollectorFactory(
            List.of(
                own(
                    TablePropertiesCollectorFactory.NewCompactOnDeletionCollectorFactory(
                        DELETION_WINDOW, DELETION_WINDOW / 2, 0.5))));
  }

  private void background(RocksConfig config) {
    options
        .setMaxBackgroundJobs(config.backgroundJobs())
        .setMaxSubcompactions(1)
        // Until the store asks for them.
        .setDisableAutoCompactions(true)
        .setBytesPerSync(1L << 20)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setMaxLogFileSize(4L << 20)
        .setKeepLogFileNum(2);
    if (config.compactionBytesPerSecond() > 0) {
      options.setRateLimiter(own(new RateLimiter(config.compactionBytesPerSecond())));
    }
  }

  private <T extends RocksObject> T own(T object) {
    owned.push(object);
    return object;
  }

  /** For opening an existing database, or else for making one. */
  Options options(boolean isNew) {
    return options.setCreateIfMissing(isNew).setErrorIfExists(isNew);
  }

  /** How rows are laid out in files. */
  Options layout() {
    return options;
  }

  /** The same for rows that compression makes no smaller: to try costs more than to write them. */
  Options layoutUncompressed() {
    return uncompressed;
  }

  WriteOptions writeOptions() {
    return writeOptions;
  }

  FlushOptions flushOptions() {
    return flushOptions;
  }

  LRUCache cache() {
    return cache;
  }

  /** To be called after the database was closed; the newest object goes first. */
  @Override
  public void close() {
    owned.forEach(RocksObject::close);
    owned.clear();
  }
}
