package dev.millrace.store.rocksdb;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import dev.millrace.store.StoreId;
import dev.millrace.store.StoreMarker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A directory that is known to hold a store of ours, or none yet, and is locked for this process.
 *
 * <p><b>Crash safety.</b> A new store gets its marker under a temporary name first and under its
 * own name last, when the rows are in place. So a directory with a marker is complete, and rows
 * that are missing from it were lost; one with the temporary name only was never used and is made
 * anew. Files without either are not ours and are left alone.
 */
final class StoreDirectory implements AutoCloseable {
  /** Rows hold what users' tasks hold. */
  static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final String MARKER = "store.properties";
  private static final String MARKER_NEW = "store.properties.new";
  private static final String LOCK = "store.lock";
  private static final String ROWS = "rows";
  private static final String INCOMING = "incoming";
  private static final Set<String> OURS = Set.of(MARKER_NEW, LOCK, ROWS, INCOMING);

  private final Path path;
  private final @Nullable FileChannel lock;
  private boolean isNew;

  private StoreDirectory(Path path, @Nullable FileChannel lock, boolean isNew) {
    this.path = path;
    this.lock = lock;
    this.isNew = isNew;
  }

  /** Opens a store's directory; makes it, with its parent in place, if it is missing. */
  static StoreDirectory open(Path path, StoreId id) {
    try {
      if (!Files.exists(path)) {
        Files.createDirectory(path, OWNER_ONLY);
        syncDirectory(path.toAbsolutePath().resolveSibling(""));
      }
      refuseForeign(path); // before the lock, which makes a file
      var lock = lock(path);
      try {
        boolean isNew = !Files.exists(path.resolve(MARKER));
        if (isNew) {
          begin(path, new StoreMarker(id));
        } else {
          marker(path).checkBelongsTo(id, path.toString());
        }
        return new StoreDirectory(path, lock, isNew);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw failed("open " + path, e);
    }
  }

  /** A store's directory as it is, without a lock, which would make a file. */
  static StoreDirectory openReadOnly(Path path, StoreId id) {
    if (!Files.exists(path.resolve(MARKER))) {
      throw new StoreException(Problem.MISSING, "there is no store in " + path);
    }
    try {
      marker(path).checkBelongsTo(id, path.toString());
    } catch (IOException e) {
      throw failed("open " + path, e);
    }
    return openDamaged(path);
  }

  /** The same, whatever is in it. */
  static StoreDirectory openDamaged(Path path) {
    return new StoreDirectory(path, null, false);
  }

  private static void refuseForeign(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      throw new StoreException(Problem.NOT_OURS, path + " isn't a directory");
    }
    var names = names(path);
    if (names.contains(MARKER)) {
      return;
    }
    boolean begun = names.contains(MARKER_NEW);
    for (var name : names) {
      if (!name.equals(LOCK) && !(begun && OURS.contains(name))) {
        throw new StoreException(
            Problem.NOT_OURS,
            "%s isn't a store: it holds %s, but no %s".formatted(path, name, MARKER));
      }
    }
  }

  private static List<String> names(Path path) throws IOException {
    try (var files = Files.list(path)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private static FileChannel lock(Path path) throws IOException {
    var channel = FileChannel.open(path.resolve(LOCK), CREATE, WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // Another part of this process has it.
    }
    channel.close();
    throw new StoreException(Problem.IN_USE, path + " is in use by another process");
  }

  private static void begin(Path path, StoreMarker marker) throws IOException {
    deleteTree(path.resolve(ROWS));
    var bytes = ByteBuffer.wrap(marker.encode());
    try (var file = FileChannel.open(path.resolve(MARKER_NEW), CREATE, WRITE, TRUNCATE_EXISTING)) {
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(true);
    }
    syncDirectory(path);
  }

  private static void deleteTree(Path tree) throws IOException {
    if (Files.exists(tree)) {
      try (var files = Files.walk(tree)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static StoreMarker marker(Path path) throws IOException {
    var file = path.resolve(MARKER);
    return StoreMarker.decode(Files.readAllBytes(file), file.toString());
  }

  /** Where RocksDB keeps its files. */
  Path rows() {
    return path.resolve(ROWS);
  }

  /** Where files are made that RocksDB is to take over. */
  Path incoming() {
    return path.resolve(INCOMING);
  }

  /** The same, without what a crash left there. */
  Path emptyIncoming() {
    try {
      deleteTree(incoming());
      return Files.createDirectory(incoming(), OWNER_ONLY);
    } catch (IOException e) {
      throw failed("empty " + incoming(), e);
    }
  }

  /** Removes what is in a folder. */
  static void empty(Path folder) {
    try {
      for (var name : names(folder)) {
        Files.delete(folder.resolve(name));
      }
    } catch (IOException e) {
      throw failed("empty " + folder, e);
    }
  }

  /** Whether there are no rows yet. */
  boolean isNew() {
    return isNew;
  }

  /** Gives the marker its name, now that the rows are in place. */
  void finish() {
    if (isNew) {
      try {
        Files.move(path.resolve(MARKER_NEW), path.resolve(MARKER), StandardCopyOption.ATOMIC_MOVE);
        syncDirectory(path);
      } catch (IOException e) {
        throw failed("finish " + path, e);
      }
      isNew = false;
    }
  }

  private static void syncDirectory(Path directory) throws IOException {
    try (var channel = FileChannel.open(directory, READ)) {
      channel.force(true);
    }
  }

  static StoreException failed(String attempted, IOException e) {
    boolean full = String.valueOf(e.getMessage()).contains("No space left on device");
    return new StoreException(full ? Problem.FULL : Problem.FAILED, attempted + ": " + e, e);
  }

  /** Gives the lock back. */
  @Override
  public void close() {
    try {
      if (lock != null) {
        lock.close();
      }
    } catch (IOException e) {
      throw failed("unlock " + path, e);
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
