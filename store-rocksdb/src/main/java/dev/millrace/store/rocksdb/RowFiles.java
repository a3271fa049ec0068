package dev.millrace.store.rocksdb;

import dev.millrace.store.KeyRange;
import dev.millrace.store.Layer;
import dev.millrace.store.RowChange;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.SstFileWriter;

/**
 * Large layers as files of rows, which RocksDB takes over as they are: nothing goes through its
 * memory, and most of it is never rewritten.
 *
 * <p>Many rows of one queue get a file of their own. Tasks mostly come behind those that are there,
 * so such a file overlaps with no other and goes to the lowest level at once, where compactions
 * leave it alone. All files of a layer, one of them with the ticket, are taken together.
 *
 * <p>Layers that mostly delete go the other way: only of what RocksDB writes out itself does it
 * notice that there is space to be won.
 */
final class RowFiles implements AutoCloseable {
  /** A layer of fewer bytes is too small for files of its own. */
  static final long LAYER_BYTES_MIN = 1L << 20;

  /** Rows of a queue that take this part of a layer, or so many bytes, get a file of their own. */
  private static final int OWN_FILE_PART = 16;

  private static final long OWN_FILE_BYTES = 1L << 20;

  /**
   * Files with rows of several queues. They overlap with others and wait for a compaction in a
   * place that has room for few.
   */
  private static final int SHARED_FILES_MAX = 4;

  /** Of the changes of a layer that goes this way, fewer than one in so many are deletions. */
  private static final int FEW = 4;

  /** A layer that removes more rows, in ranges, is no case for files, which can't name ranges. */
  private static final int EMPTIED_ROWS_MAX = 10_000;

  private final Path folder;
  private final RocksOptions options;
  private final long layerBytesMin;
  private final EnvOptions files = new EnvOptions().setBytesPerSync(1L << 20);
  private final IngestExternalFileOptions taking =
      new IngestExternalFileOptions().setMoveFiles(true);

  RowFiles(Path folder, RocksOptions options, long layerBytesMin) {
    this.folder = folder;
    this.options = options;
    this.layerBytesMin = layerBytesMin;
  }

  /** Whether a layer is large enough, and puts rows rather than deletes them. */
  boolean suits(Layer layer) {
    if (layer.sizeBytes() < layerBytesMin) {
      return false;
    }
    long deletions = layer.changes().stream().filter(RowChange.Delete.class::isInstance).count();
    return deletions * FEW <= layer.changes().size();
  }

  /** Makes a layer's changes; false, with nothing done, if files can't say them. */
  boolean apply(RocksDB db, Layer layer) throws RocksDBException {
    List<RowChange> rows = rows(db, layer);
    if (rows == null) {
      return false;
    }
    List<Path> written = new ArrayList<>();
    try (var buffer = new RowBuffer()) {
      long ownFileBytes = Math.min(OWN_FILE_BYTES, layer.sizeBytes() / OWN_FILE_PART);
      for (var part : parts(rows, ownFileBytes)) {
        Path file = folder.resolve("%d.sst".formatted(written.size()));
        written.add(file);
        write(part, file, buffer);
      }
      take(db, written.stream().map(Path::toString).toList());
      return true;
    } finally {
      // Those that were taken over are gone.
      delete(written);
    }
  }

  /**
   * Hands the files over. RocksDB gives files a sequence number only if they lie above others, or
   * if there is a snapshot. A file without one is seen by everybody: also by a snapshot that is
   * taken before all of them are there, and that doesn't see the others. So none is taken then.
   */
  synchronized void take(RocksDB db, List<String> written) throws RocksDBException {
    db.ingestExternalFile(written, taking);
  }

  /** A snapshot that sees all files of a layer or none. */
  synchronized Snapshot snapshot(RocksDB db) {
    return db.getSnapshot();
  }

  /** The rows that change, in order, with those of tickets; null if they are too many. */
  private static @Nullable List<RowChange> rows(RocksDB db, Layer layer) throws RocksDBException {
    var rows = new ArrayList<RowChange>(layer.changes().size() + layer.tickets().size());
    rows.addAll(layer.changes());
    layer.tickets().forEach((slot, ticket) -> insert(rows, RocksStore.ticketRow(slot, ticket)));
    if (layer.emptied().isEmpty()) {
      return rows;
    }
    int rowsMax = rows.size() + EMPTIED_ROWS_MAX;
    for (var range : layer.emptied()) {
      if (!addDeletions(db, range, rows, rowsMax)) {
        return null;
      }
    }
    // Stable, so that what the layer itself says of a row comes first. Almost in order already.
    rows.sort(Comparator.comparing(RowChange::key));
    return withoutRepetitions(rows);
  }

  /** Adds a row at its place in the order, where there is none. */
  private static void insert(List<RowChange> rows, RowChange row) {
    int place = Collections.binarySearch(rows, row, Comparator.comparing(RowChange::key));
    rows.add(~place, row);
  }

  private static List<RowChange> withoutRepetitions(List<RowChange> rows) {
    List<RowChange> once = new ArrayList<>(rows.size());
    for (var row : rows) {
      if (once.isEmpty() || !once.getLast().key().equals(row.key())) {
        once.add(row);
      }
    }
    return once;
  }

  private static boolean addDeletions(RocksDB db, KeyRange range, List<RowChange> rows, int rowsMax)
      throws RocksDBException {
    try (var end = new Slice(range.to().bytes());
        var options = new ReadOptions().setFillCache(false).setIterateUpperBound(end);
        var present = db.newIterator(options)) {
      for (present.seek(range.from().bytes()); present.isValid(); present.next()) {
        if (rows.size() >= rowsMax) {
          return false;
        }
        rows.add(new RowChange.Delete(RowKey.of(present.key())));
      }
      present.status();
    }
    return true;
  }

  /** The rows, cut where a queue with many of them begins or ends. */
  private static List<List<RowChange>> parts(List<RowChange> rows, long ownFileBytes) {
    List<List<RowChange>> parts = new ArrayList<>();
    int begin = 0;
    int shared = 1; // the last one, if there is one
    for (int from = 0, to; from < rows.size(); from = to) {
      long bytes = bytesOf(rows.get(from));
      for (to = from + 1; to < rows.size() && isSameQueue(rows.get(to - 1), rows.get(to)); to++) {
        bytes += bytesOf(rows.get(to));
      }
      boolean parted = begin < from;
      if (bytes >= ownFileBytes && (!parted || shared < SHARED_FILES_MAX)) {
        if (parted) {
          parts.add(rows.subList(begin, from));
          shared++;
        }
        parts.add(rows.subList(from, to));
        begin = to;
      }
    }
    if (begin < rows.size()) {
      parts.add(rows.subList(begin, rows.size()));
    }
    return parts;
  }

  private static boolean isSameQueue(RowChange one, RowChange next) {
    return RowName.areOfOneQueue(one.key(), next.key());
  }

  private static long bytesOf(RowChange row) {
    return (long) row.key().length()
        + switch (row) {
          case RowChange.Put(_, var value) -> value.lengthEstimate();
          case RowChange.Delete _ -> 0;
        };
  }

  private void write(List<RowChange> rows, Path file, RowBuffer buffer) throws RocksDBException {
    var layout = RowSample.shrinks(rows) ? options.layout() : options.layoutUncompressed();
    try (var writer = new SstFileWriter(files, layout)) {
      writer.open(file.toString());
      for (var row : rows) {
        switch (row) {
          case RowChange.Put(var key, var value) -> buffer.put(writer, key, value);
          case RowChange.Delete(var key) -> writer.delete(key.bytes());
        }
      }
      writer.finish();
    }
  }

  private static void delete(List<Path> files) {
    for (var file : files) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw StoreDirectory.failed("delete " + file, e);
      }
    }
  }

  @Override
  public void close() {
    taking.close();
    files.close();
  }
}
