package dev.millrace.store.rocksdb;

import dev.millrace.store.StoreConformanceTest;
import dev.millrace.store.StoreUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksStoreConformanceTest extends StoreConformanceTest {
  @TempDir private Path directory;

  @Override
  protected StoreUnderTest underTest() {
    return new RocksUnderTest(directory);
  }
}
