package dev.millrace.store.rocksdb;

import dev.millrace.store.Bytes;
import dev.millrace.store.KeyRange;
import dev.millrace.store.Layer;
import dev.millrace.store.RowChange;
import dev.millrace.store.RowName;
import dev.millrace.store.Snapshot;
import dev.millrace.store.Store;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import dev.millrace.store.StoreId;
import dev.millrace.store.StoreRules;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store in a directory of the file system. Closing doesn't flush: what wasn't flushed comes back
 * from the journal.
 *
 * <p><b>Compactions</b> begin with the first flush: what an opened store is read for, all queues of
 * a node, isn't held up by work that a crash left behind.
 *
 * <p><b>Emptied ranges</b> give their space back soon, see {@link ReclaimLoop}; abandoned ones at
 * once, see {@link WholeFiles}.
 *
 * <p><b>Large layers</b> become files of rows by themselves, see {@link RowFiles}; small ones go
 * through RocksDB's memory.
 *
 * <p><b>A full disk.</b> RocksDB then refuses layers and flushes, goes on serving reads, and takes
 * up its work by itself soon after there is space again.
 */
public final class RocksStore implements Store {
  private static final Logger log = LoggerFactory.getLogger(RocksStore.class);

  /** So many times as much as a load brings may be rewritten to make room below for it. */
  private static final int COMPACTED_TIMES_MAX = 4;

  private final StoreDirectory directory;
  private final StoreId id;
  private final RocksConfig config;
  private final RocksOptions options;
  private final RocksDB db;
  private final RowFiles rowFiles;
  private final ReclaimLoop reclaim;
  private final Lifetime lifetime;
  private final Set<RocksSnapshot> snapshots = ConcurrentHashMap.newKeySet();
  private final AtomicLong longScans = new AtomicLong();
  private final AtomicLongArray applied;
  private volatile long[] flushed;
  private volatile boolean flushFailed;

  /** Whether there may be layers in RocksDB's memory; told by whoever applies and flushes. */
  private volatile boolean hasUnflushed;

  private volatile boolean compacts;

  private RocksStore(
      StoreDirectory directory,
      StoreId id,
      RocksConfig config,
      RocksOptions options,
      RocksDB db,
      RowFiles rowFiles,
      long[] tickets) {
    this.directory = directory;
    this.id = id;
    this.config = config;
    this.options = options;
    this.db = db;
    this.rowFiles = rowFiles;
    this.reclaim = new ReclaimLoop(db);
    this.lifetime = new Lifetime(directory.toString());
    this.flushed = tickets;
    this.applied = new AtomicLongArray(flushed);
  }

  /**
   * Opens a store, or makes one in an empty or missing directory.
   *
   * @throws StoreException if something else is there, or it can't be used as it is
   */
  public static RocksStore open(Path path, StoreId id, RocksConfig config) {
    return open(path, id, config, RowFiles.LAYER_BYTES_MIN);
  }

  /**
   * @param fileBytesMin layers of so many bytes become files
   */
  static RocksStore open(Path path, StoreId id, RocksConfig config, long fileBytesMin) {
    RocksLibrary.load();
    var directory = StoreDirectory.open(path, id);
    var options = new RocksOptions(config);
    try {
      boolean isNew = directory.isNew();
      var store = open(directory, id, config, options, fileBytesMin);
      directory.finish();
      log.info("Opened store={} new={} files={}", directory, isNew, store.status().files());
      return store;
    } catch (RuntimeException e) {
      options.close();
      directory.close();
      throw e;
    }
  }

  /**
   * Opens a store for reading, which changes nothing in its directory. No process may have it open
   * for writing.
   *
   * @throws StoreException if it isn't there, or not this one, or can't be opened
   */
  public static RocksStore openReadOnly(Path path, StoreId id, RocksConfig config) {
    return openReadOnly(StoreDirectory.openReadOnly(path, id), id, config, false);
  }

  /** The same whatever its marker says, to read what can be read. */
  public static RocksStore openDamaged(Path path, StoreId id, RocksConfig config) {
    return openReadOnly(StoreDirectory.openDamaged(path), id, config, true);
  }

  private static RocksStore openReadOnly(
      StoreDirectory directory, StoreId id, RocksConfig config, boolean isDamaged) {
    RocksLibrary.load();
    var options = new RocksOptions(config);
    try {
      var db = RocksDB.openReadOnly(options.options(false), directory.rows().toString());
      try {
        return new RocksStore(
            directory,
            id,
            config,
            options,
            db,
            new RowFiles(directory.incoming(), options, RowFiles.LAYER_BYTES_MIN),
            readTickets(db, id.slots(), isDamaged));
      } catch (RocksDBException | RuntimeException e) {
        db.close();
        throw e;
      }
    } catch (RocksDBException e) {
      options.close();
      throw RocksFailure.onOpen("open " + directory, e);
    } catch (RuntimeException e) {
      options.close();
      throw e;
    }
  }

  private static RocksStore open(
      StoreDirectory directory,
      StoreId id,
      RocksConfig config,
      RocksOptions options,
      long fileBytesMin) {
    try {
      var db = RocksDB.open(options.options(directory.isNew()), directory.rows().toString());
      try {
        begin(db, options);
        return new RocksStore(
            directory,
            id,
            config,
            options,
            db,
            new RowFiles(directory.emptyIncoming(), options, fileBytesMin),
            readTickets(db, id.slots(), false));
      } catch (RocksDBException | RuntimeException e) {
        db.close();
        throw e;
      }
    } catch (RocksDBException e) {
      throw RocksFailure.onOpen("open " + directory, e);
    }
  }

  /**
   * Lets RocksDB's numbers of changes begin above 0. Files can come in with that number, and a
   * snapshot with it counts as none in compactions.
   */
  private static void begin(RocksDB db, RocksOptions options) throws RocksDBException {
    if (db.getLatestSequenceNumber() == 0) {
      db.delete(options.writeOptions(), new RowName.Ticket(0).key().bytes());
    }
  }

  private static long[] readTickets(RocksDB db, int slots, boolean isDamaged)
      throws RocksDBException {
    var tickets = new long[slots];
    for (int slot = 0; slot < slots; slot++) {
      try {
        byte[] ticket = db.get(new RowName.Ticket(slot).key().bytes());
        tickets[slot] = ticket == null ? 0 : ticketOf(ticket);
      } catch (RocksDBException e) {
        if (!isDamaged) {
          throw e;
        }
      }
    }
    return tickets;
  }

  static long ticketOf(byte[] value) {
    if (value.length != Long.BYTES) {
      throw new StoreException(Problem.DAMAGED, "a ticket of %d bytes".formatted(value.length));
    }
    return ByteBuffer.wrap(value).getLong();
  }

  @Override
  public int slots() {
    return id.slots();
  }

  @Override
  public void apply(Layer layer) {
    StoreRules.checkTickets(layer, this);
    try (var _ = lifetime.use()) {
      if (!applyAsFiles(layer)) {
        applyAsBatch(layer);
      }
    } catch (RocksDBException e) {
      throw RocksFailure.of("apply a layer of %d bytes".formatted(layer.sizeBytes()), e);
    }
    layer.tickets().forEach(applied::set);
    if (!layer.emptied().isEmpty()) {
      reclaim.add(layer.emptied());
    }
  }

  private boolean applyAsFiles(Layer layer) throws RocksDBException {
    if (!rowFiles.suits(layer)) {
      return false;
    }
    if (hasUnflushed) {
      // Files are durable at once, and what a crash loses must be a tail.
      flush();
    }
    return rowFiles.apply(db, layer);
  }

  private void applyAsBatch(Layer layer) throws RocksDBException {
    try (var batch = new WriteBatch((int) Math.min(layer.sizeBytes(), 1 << 20))) {
      for (var range : layer.emptied()) {
        batch.deleteRange(range.from().bytes(), range.to().bytes());
      }
      for (var change : layer.changes()) {
        switch (change) {
          case RowChange.Put(var key, var value) -> batch.put(key.bytes(), value.bytes().array());
          case RowChange.Delete(var key) -> batch.delete(key.bytes());
        }
      }
      for (var ticket : layer.tickets().entrySet()) {
        var row = ticketRow(ticket.getKey(), ticket.getValue());
        batch.put(row.key().bytes(), row.value().bytes().array());
      }
      hasUnflushed = true;
      db.write(options.writeOptions(), batch);
    }
  }

  @Override
  public boolean abandon(KeyRange range) {
    try (var _ = lifetime.use()) {
      if (ReclaimLoop.bytesOf(db, range) < ReclaimLoop.WORTH_BYTES) {
        return false;
      }
      if (hasUnflushed) {
        // What goes is gone at once, so why it goes must be durable.
        flush();
      }
      return WholeFiles.drop(db, range);
    } catch (RocksDBException e) {
      throw RocksFailure.of("free the files of a range", e);
    }
  }

  /**
   * Begins to put any number of rows at once, from outside of the order of layers. Until the load
   * is closed, no layer may be applied.
   */
  public RocksLoad load() {
    return new RocksLoad(this, options, directory.incoming());
  }

  /**
   * Brings all rows to the lowest level, without what was deleted or replaced. May take as much
   * space again meanwhile, and all cores: nobody else is served by a store that is compacted.
   */
  public void compact() {
    flush();
    try (var _ = lifetime.use();
        var toTheLowest =
            new CompactRangeOptions()
                .setMaxSubcompactions(Runtime.getRuntime().availableProcessors())
                .setChangeLevel(true)
                .setTargetLevel(db.numberLevels() - 1)) {
      db.compactRange(db.getDefaultColumnFamily(), null, null, toTheLowest);
    } catch (RocksDBException e) {
      throw RocksFailure.of("compact", e);
    }
  }

  /**
   * Takes files of rows over, durably, with the tickets that are among them.
   *
   * @param bytes of the files
   */
  void take(List<String> files, long bytes, Map<Integer, Long> tickets) throws RocksDBException {
    flush();
    if (bytes >= fileBytes() / COMPACTED_TIMES_MAX) {
      // Above what lies in upper levels they would have to go to the first one, which RocksDB
      // empties before it takes anything else.
      compact();
    }
    try (var _ = lifetime.use()) {
      rowFiles.take(db, files);
    }
    tickets.forEach(applied::set);
    raiseFlushed(appliedTickets());
  }

  private long fileBytes() throws RocksDBException {
    try (var _ = lifetime.use()) {
      return db.getLongProperty("rocksdb.live-sst-files-size");
    }
  }

  static RowChange.Put ticketRow(int slot, long ticket) {
    byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(ticket).array();
    return new RowChange.Put(new RowName.Ticket(slot).key(), Bytes.of(value));
  }

  @Override
  public long appliedTicket(int slot) {
    return applied.get(slot);
  }

  @Override
  public void flush() {
    try (var _ = lifetime.use()) {
      var tickets = appliedTickets();
      if (flushFailed) {
        probe();
      }
      flushFailed = true;
      db.flush(options.flushOptions());
      flushFailed = false;
      hasUnflushed = false;
      raiseFlushed(tickets);
      if (!compacts) {
        db.enableAutoCompaction(List.of(db.getDefaultColumnFamily()));
        compacts = true;
        reclaim.start();
      }
    } catch (RocksDBException e) {
      throw RocksFailure.of("flush", e);
    }
  }

  /**
   * Throws if RocksDB still refuses writes. Flushes that are asked for meanwhile would queue up, be
   * dropped at one a second, and hold up both its recovery and its closing.
   */
  private void probe() throws RocksDBException {
    try (var nothing = new WriteBatch()) {
      db.write(options.writeOptions(), nothing);
    }
  }

  private long[] appliedTickets() {
    var tickets = new long[id.slots()];
    for (int slot = 0; slot < tickets.length; slot++) {
      tickets[slot] = applied.get(slot);
    }
    return tickets;
  }

  /** Never back, although flushes may end in another order than they began. */
  private synchronized void raiseFlushed(long[] tickets) {
    for (int slot = 0; slot < tickets.length; slot++) {
      tickets[slot] = Math.max(tickets[slot], flushed[slot]);
    }
    flushed = tickets;
  }

  @Override
  public long[] flushedTickets() {
    return flushed.clone();
  }

  @Override
  public Snapshot snapshot() {
    try (var _ = lifetime.use()) {
      var snapshot = new RocksSnapshot(this, rowFiles.snapshot(db));
      snapshots.add(snapshot);
      return snapshot;
    }
  }

  /** Frees a snapshot, unless closing the store has already done so. */
  void release(RocksSnapshot snapshot) {
    lifetime.runIfOpen(
        () -> {
          snapshots.remove(snapshot);
          snapshot.free();
        });
  }

  /** What the store uses, for a person to look at. */
  public RocksStatus status() {
    try (var _ = lifetime.use()) {
      return RocksStatus.read(db, options.cache(), longScans.get());
    } catch (RocksDBException e) {
      throw RocksFailure.of("read the status", e);
    }
  }

  /**
   * Adds the present rows to a directory of backups; only what the last backup there doesn't have
   * is copied. Layers may be applied meanwhile.
   *
   * @param incarnation of the journal beside this store
   * @return what was backed up; its tickets are those that the backup contains at least
   */
  public RocksBackup backup(Path target, long incarnation) {
    try (var _ = lifetime.use()) {
      var tickets = appliedTickets();
      var backup = RocksBackups.create(db, BackupDescription.of(id, incarnation, tickets), target);
      raiseFlushed(tickets);
      log.info("Backed up store={} to={} backup={}", directory, target, backup.number());
      return backup;
    }
  }

  RocksDB db() {
    return db;
  }

  Lifetime lifetime() {
    return lifetime;
  }

  long skippedKeysMax() {
    return config.skippedKeysMax();
  }

  void countLongScan() {
    longScans.incrementAndGet();
  }

  /** Returns when the space of all that was emptied is free, as far as it is worth it. */
  void awaitReclaimed() throws InterruptedException {
    reclaim.awaitRest();
  }

  @Override
  public void close() {
    lifetime.end(
        () -> {
          reclaim.close();
          snapshots.forEach(RocksSnapshot::free);
          snapshots.clear();
          db.close();
          rowFiles.close();
          options.close();
          directory.close();
        });
  }
}
