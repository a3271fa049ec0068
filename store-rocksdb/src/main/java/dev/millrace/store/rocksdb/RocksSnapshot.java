package dev.millrace.store.rocksdb;

import dev.millrace.store.Bytes;
import dev.millrace.store.KeyRange;
import dev.millrace.store.Row;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.Scan;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Status;

/**
 * A version of the rows, by a sequence number of RocksDB.
 *
 * <p><b>Locks.</b> The snapshot's lifetime is taken before the store's, never after it.
 */
final class RocksSnapshot implements Snapshot {
  private final RocksStore store;
  private final org.rocksdb.Snapshot version;
  private final ReadOptions readOptions;
  private final Lifetime lifetime = new Lifetime("the snapshot");

  RocksSnapshot(RocksStore store, org.rocksdb.Snapshot version) {
    this.store = store;
    this.version = version;
    this.readOptions = new ReadOptions().setSnapshot(version);
  }

  @Override
  public long ticket(int slot) {
    try (var _ = lifetime.use();
        var _ = store.lifetime().use()) {
      byte[] ticket = store.db().get(readOptions, new RowName.Ticket(slot).key().bytes());
      return ticket == null ? 0 : RocksStore.ticketOf(ticket);
    } catch (RocksDBException e) {
      throw RocksFailure.of("read the ticket of slot " + slot, e);
    }
  }

  /**
   * Row by row, because {@code multiGetAsList} returns an I/O error as a missing row
   * (facebook/rocksdb 12741), and a PID that only seems to be free would be given twice.
   */
  @Override
  public Map<RowKey, Bytes> find(List<RowKey> keys) {
    try (var _ = lifetime.use();
        var _ = store.lifetime().use()) {
      var found = new LinkedHashMap<RowKey, Bytes>();
      for (var key : keys) {
        byte[] value = store.db().get(readOptions, key.bytes());
        if (value != null) {
          found.put(key, Bytes.of(value));
        }
      }
      return found;
    } catch (RocksDBException e) {
      throw RocksFailure.of("find %d rows".formatted(keys.size()), e);
    }
  }

  @Override
  public Scan scan(KeyRange range, ScanLimit limit) {
    try (var _ = lifetime.use();
        var _ = store.lifetime().use()) {
      try {
        return scan(range, limit, store.skippedKeysMax());
      } catch (RocksDBException e) {
        if (e.getStatus() == null || e.getStatus().getCode() != Status.Code.Incomplete) {
          throw e;
        }
        // Slow but right; whoever watches the count sees that a head watermark is missing.
        store.countLongScan();
        return scan(range, limit, 0);
      }
    } catch (RocksDBException e) {
      throw RocksFailure.of("scan " + range, e);
    }
  }

  private Scan scan(KeyRange range, ScanLimit limit, long skippedKeysMax) throws RocksDBException {
    try (var end = new Slice(range.to().bytes());
        var options =
            new ReadOptions()
                .setSnapshot(version)
                .setIterateUpperBound(end)
                .setMaxSkippableInternalKeys(skippedKeysMax);
        var iterator = store.db().newIterator(options)) {
      iterator.seek(range.from().bytes());
      return read(iterator, limit);
    }
  }

  private static Scan read(RocksIterator iterator, ScanLimit limit) throws RocksDBException {
    var rows = new ArrayList<Row>();
    long bytes = 0;
    while (iterator.isValid() && limit.allowsMore(rows.size(), bytes)) {
      var row = new Row(RowKey.of(iterator.key()), Bytes.of(iterator.value()));
      rows.add(row);
      bytes += row.key().length() + row.value().length();
      iterator.next();
    }
    // An iterator that failed looks like one at its end.
    iterator.status();
    return new Scan(rows, !iterator.isValid());
  }

  @Override
  public void close() {
    lifetime.end(() -> store.release(this));
  }

  /** Called once, by the store, before the database is closed. */
  void free() {
    readOptions.close();
    store.db().releaseSnapshot(version);
  }
}
