package dev.millrace.store.rocksdb;

import dev.millrace.store.StoreRecoveryConformanceTest;
import dev.millrace.store.StoreUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksStoreRecoveryConformanceTest extends StoreRecoveryConformanceTest {
  @TempDir private Path directory;

  @Override
  protected StoreUnderTest underTest() {
    return new RocksUnderTest(directory);
  }
}
