package dev.millrace.store.rocksdb;

import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/** The native code of RocksDB, which its jar carries and the system wants as a file. */
final class RocksLibrary {
  private static boolean loaded;

  private RocksLibrary() {}

  /**
   * Loads the library, once. Its file goes at once and not when the process ends: a process that is
   * killed would leave 17 MB behind each time.
   */
  static synchronized void load() {
    if (loaded) {
      return;
    }
    try {
      var directory = Files.createTempDirectory("millrace-rocksdb-");
      try {
        NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
        RocksDB.loadLibrary();
      } finally {
        delete(directory);
      }
    } catch (IOException | UnsatisfiedLinkError e) {
      throw new StoreException(
          Problem.FAILED, "RocksDB's native library can't be loaded: " + e.getMessage(), e);
    }
    loaded = true;
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
