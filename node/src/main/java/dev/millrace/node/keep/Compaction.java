package dev.millrace.node.keep;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.FileDisk;
import dev.millrace.store.StoreId;
import dev.millrace.store.rocksdb.RocksConfig;
import dev.millrace.store.rocksdb.RocksStore;
import java.nio.file.Path;

/** Rewrites the store of a node that doesn't run, so that it takes as little space as it can. */
public final class Compaction {
  private Compaction() {}

  /**
   * Compacts everything; takes as much space again meanwhile.
   *
   * @param slots must be what the directory was made with
   */
  public static void run(Path data, int slots) {
    try (var directory = DataDirectory.open(FileDisk.open(data), slots, new DirectoryId(0, 0));
        var store =
            RocksStore.open(
                data.resolve(DataDirectory.STORE),
                new StoreId(directory.id().toString(), directory.slots()),
                RocksConfig.DEFAULT)) {
      store.compact();
    }
  }
}
