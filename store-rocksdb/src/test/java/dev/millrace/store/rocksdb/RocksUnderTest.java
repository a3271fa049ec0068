package dev.millrace.store.rocksdb;

import dev.millrace.store.Store;
import dev.millrace.store.StoreId;
import dev.millrace.store.StoreUnderTest;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A store in a directory. A crash is closing without a flush: what is in memory is lost as when the
 * process dies.
 */
final class RocksUnderTest implements StoreUnderTest {
  static final StoreId ID = new StoreId("0123456789abcdef", SLOTS);

  /** Small, so that memtables are written out now and then without being asked to. */
  static final RocksConfig SMALL = new RocksConfig(1 << 20, 64 << 10, 2, 64, 0, 0);

  private final Path path;
  private final long fileBytesMin;
  private @Nullable RocksStore store;

  RocksUnderTest(Path path) {
    this(path, RowFiles.LAYER_BYTES_MIN);
  }

  /**
   * @param fileBytesMin layers of so many bytes become files
   */
  RocksUnderTest(Path path, long fileBytesMin) {
    this.path = path;
    this.fileBytesMin = fileBytesMin;
  }

  @Override
  public Store open() {
    var opened = RocksStore.open(path, ID, SMALL, fileBytesMin);
    store = opened;
    return opened;
  }

  @Override
  public void crash() {
    close();
  }

  @Override
  public void close() {
    if (store != null) {
      store.close();
    }
  }
}
