package dev.millrace.store.rocksdb;

import dev.millrace.store.KeyRange;
import dev.millrace.store.RowKey;
import java.util.Comparator;
import java.util.List;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Files all of whose rows lie in a range that is abandoned. They are dropped without being read,
 * where a compaction reads every row to find that it is gone.
 *
 * <p>Only before the range is emptied: the note that says so may lie in such a file itself, and
 * without it rows of other files would come back.
 */
final class WholeFiles {
  /** Dropped at a time: the file system needs a few milliseconds for a large one. */
  static final int FILES_MAX = 32;

  private WholeFiles() {}

  /**
   * Drops some.
   *
   * @return whether there were any
   */
  static boolean drop(RocksDB db, KeyRange range) throws RocksDBException {
    List<LiveFileMetaData> files =
        db.getLiveFilesMetaData().stream()
            .filter(file -> isDroppable(file, range))
            .sorted(Comparator.comparing(file -> RowKey.of(file.largestKey())))
            .limit(FILES_MAX)
            .toList();
    if (files.isEmpty()) {
      return false;
    }
    List<byte[]> bounds = List.of(range.from().bytes(), files.getLast().largestKey());
    db.deleteFilesInRanges(db.getDefaultColumnFamily(), bounds, true);
    return true;
  }

  /** RocksDB leaves those of the first level alone, and those that it is about to replace. */
  private static boolean isDroppable(LiveFileMetaData file, KeyRange range) {
    return file.level() > 0
        && !file.beingCompacted()
        && range.contains(RowKey.of(file.smallestKey()))
        && range.contains(RowKey.of(file.largestKey()));
  }
}
