package dev.millrace.node.home;

import dev.millrace.store.SimulatedStore;
import dev.millrace.store.Store;
import dev.millrace.store.StoreId;
import dev.millrace.store.rocksdb.RocksConfig;
import dev.millrace.store.rocksdb.RocksStore;
import java.nio.file.Path;

/** The stores that a test runs on. */
enum StoreKind {
  SIMULATED {
    @Override
    Store open(Path folder) {
      return new SimulatedStore(SLOTS);
    }
  },
  ROCKS {
    @Override
    Store open(Path folder) {
      var small = new RocksConfig(1 << 20, 64 << 10, 2, 64, 0, 0);
      return RocksStore.open(folder, new StoreId("0123456789abcdef", SLOTS), small);
    }
  };

  static final int SLOTS = 4;

  abstract Store open(Path folder);
}
