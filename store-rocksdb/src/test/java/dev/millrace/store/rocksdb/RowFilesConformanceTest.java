package dev.millrace.store.rocksdb;

import dev.millrace.store.StoreConformanceTest;
import dev.millrace.store.StoreUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A store to which every layer comes as files. */
class RowFilesConformanceTest extends StoreConformanceTest {
  @TempDir private Path directory;

  @Override
  protected StoreUnderTest underTest() {
    return new RocksUnderTest(directory, 0);
  }
}
