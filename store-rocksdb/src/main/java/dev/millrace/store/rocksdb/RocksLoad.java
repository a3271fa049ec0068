package dev.millrace.store.rocksdb;

import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.rocksdb.EnvOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * Any number of rows that a store takes together: all of them, or none after a crash. They are
 * written as files beside the rows of the store, which RocksDB takes over in one change of its list
 * of files. What wasn't finished is removed when the store is opened next.
 *
 * <p>Rows come slot by slot. Those of one slot and kind come in the order of their keys and get
 * files of their own: so no two files overlap, and where the store has nothing yet they go to its
 * lowest level.
 *
 * <p>Used by one thread, while nobody else changes the store.
 */
public final class RocksLoad implements AutoCloseable {
  private static final long FILE_BYTES = 64L << 20;

  /** Asking for the size of a file costs as much as a row. */
  private static final int ROWS_BETWEEN_LOOKS = 4096;

  private final RocksStore store;
  private final RocksOptions options;
  private final Path folder;
  private final EnvOptions environment = new EnvOptions().setBytesPerSync(1L << 20);
  private final List<String> files = new ArrayList<>();
  private final SortedMap<Integer, Long> tickets = new TreeMap<>();

  /** By kind, those of the present slot. */
  private final Map<Byte, OpenFile> open = new TreeMap<>();

  private int slot = -1;
  private long bytes;

  RocksLoad(RocksStore store, RocksOptions options, Path folder) {
    this.store = store;
    this.options = options;
    this.folder = folder;
  }

  /** A file that is being written, and how many rows it has. */
  private static final class OpenFile {
    private final SstFileWriter writer;
    private int rows;

    private OpenFile(SstFileWriter writer) {
      this.writer = writer;
    }
  }

  /** A folder for what is needed only until the load ends; emptied with what wasn't finished. */
  public Path folder() {
    return folder;
  }

  /** How many bytes the finished files have. */
  public long bytes() {
    return bytes;
  }

  /** Puts a row; one with this key that is there already is replaced. */
  public void put(RowKey key, byte[] value) {
    try {
      int of = RowName.slotOf(key);
      if (of != slot) {
        finishFiles();
        slot = of;
      }
      byte kind = key.bytes()[2];
      var file = open.get(kind);
      if (file == null) {
        file = begin();
        open.put(kind, file);
      }
      file.writer.put(key.bytes(), value);
      if (++file.rows % ROWS_BETWEEN_LOOKS == 0 && file.writer.fileSize() >= FILE_BYTES) {
        finish(file);
        open.remove(kind);
      }
    } catch (RocksDBException e) {
      throw RocksFailure.of("write a row", e);
    }
  }

  /** The ticket of a slot, up to which the store contains everything with these rows. */
  public void ticket(int ofSlot, long ticket) {
    var row = RocksStore.ticketRow(ofSlot, ticket);
    put(row.key(), row.value().bytes().array());
    tickets.put(ofSlot, ticket);
  }

  private OpenFile begin() throws RocksDBException {
    var writer = new SstFileWriter(environment, options.layout());
    try {
      String file = folder.resolve("load-%d.sst".formatted(files.size())).toString();
      writer.open(file);
      files.add(file);
      return new OpenFile(writer);
    } catch (RocksDBException e) {
      writer.close();
      throw e;
    }
  }

  private void finishFiles() throws RocksDBException {
    for (var file : open.values()) {
      finish(file);
    }
    open.clear();
  }

  private void finish(OpenFile file) throws RocksDBException {
    file.writer.finish();
    bytes += file.writer.fileSize();
    file.writer.close();
  }

  /** Gives all rows to the store, durably. */
  public void finish() {
    try {
      finishFiles();
      if (!files.isEmpty()) {
        store.take(files, bytes, tickets);
      }
    } catch (RocksDBException e) {
      throw RocksFailure.of("take %d files of rows".formatted(files.size()), e);
    }
  }

  /** Removes what wasn't finished. */
  @Override
  public void close() {
    open.values().forEach(file -> file.writer.close());
    open.clear();
    environment.close();
    StoreDirectory.empty(folder);
  }
}
