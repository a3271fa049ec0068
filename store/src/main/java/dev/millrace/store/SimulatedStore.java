package dev.millrace.store;

import dev.millrace.store.StoreException.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A store in memory that fails and crashes on request, and counts what it is asked. It keeps apart
 * the layers that aren't flushed, and a crash leaves any first few of them. Everything it does
 * follows from the calls. Safe for several threads, for programs that have them.
 */
public final class SimulatedStore implements Store {
  private final int slots;
  private final List<Layer> unflushed = new ArrayList<>();
  private final List<SimulatedSnapshot> snapshots = new ArrayList<>();

  /** Keys of deleted rows, which a real store walks over until it is compacted. */
  private final NavigableSet<RowKey> tombstones = new TreeSet<>();

  private final FaultPlan faults = new FaultPlan();
  private SimulatedRows durable = new SimulatedRows();
  private SimulatedRows rows = new SimulatedRows();
  private int scanRowsMax = Integer.MAX_VALUE;
  private boolean closed;

  private long keysFound;
  private long keysMissed;
  private long scans;
  private long rowsScanned;
  private long tombstonesScanned;

  public SimulatedStore(int slots) {
    this.slots = slots;
  }

  @Override
  public int slots() {
    return slots;
  }

  @Override
  public synchronized void apply(Layer layer) {
    StoreRules.checkTickets(layer, this);
    begin("apply", true);
    rows.apply(layer, this::remember);
    unflushed.add(layer);
    layer.emptied().forEach(range -> tombstones.subSet(range.from(), range.to()).clear());
    for (var change : layer.changes()) {
      switch (change) {
        case RowChange.Put(var key, _) -> tombstones.remove(key);
        case RowChange.Delete(var key) -> tombstones.add(key);
      }
    }
  }

  private void remember(RowKey key, Optional<Bytes> before) {
    snapshots.forEach(snapshot -> snapshot.before.putIfAbsent(key, before));
  }

  /**
   * Every second one of the rows goes, from everywhere; the next call finds the half of the rest.
   */
  @Override
  public synchronized boolean abandon(KeyRange range) {
    begin("abandon", true);
    List<RowKey> gone = rows.everySecond(range);
    if (!gone.isEmpty()) {
      makeDurable();
      gone.forEach(this::forget);
    }
    return !gone.isEmpty();
  }

  private void forget(RowKey key) {
    rows.forget(key);
    durable.forget(key);
    snapshots.forEach(snapshot -> snapshot.before.remove(key));
  }

  @Override
  public synchronized long appliedTicket(int slot) {
    return rows.ticket(slot);
  }

  @Override
  public synchronized void flush() {
    begin("flush", true);
    makeDurable();
  }

  private void makeDurable() {
    unflushed.forEach(layer -> durable.apply(layer, (_, _) -> {}));
    unflushed.clear();
  }

  @Override
  public synchronized long[] flushedTickets() {
    var tickets = new long[slots];
    for (int slot = 0; slot < slots; slot++) {
      tickets[slot] = durable.ticket(slot);
    }
    return tickets;
  }

  @Override
  public synchronized Snapshot snapshot() {
    begin("snapshot", false);
    var snapshot = new SimulatedSnapshot();
    snapshots.add(snapshot);
    return snapshot;
  }

  @Override
  public synchronized void close() {
    closed = true;
    snapshots.clear();
  }

  /** How many layers were applied since the last flush. */
  public synchronized int unflushedLayers() {
    return unflushed.size();
  }

  /** Ends the life of the process, and opens the store again for the next one. */
  public synchronized void crash(int layersKept) {
    close();
    unflushed.subList(0, layersKept).forEach(layer -> durable.apply(layer, (_, _) -> {}));
    unflushed.clear();
    rows = durable.copy();
    faults.clear();
    closed = false;
  }

  /** Another store that is like this one, without its snapshots and faults. */
  public synchronized SimulatedStore copy() {
    var copy = new SimulatedStore(slots);
    copy.durable = durable.copy();
    copy.rows = rows.copy();
    copy.unflushed.addAll(unflushed);
    copy.tombstones.addAll(tombstones);
    return copy;
  }

  /** Lets scans end after so many rows, as if whoever asks had asked for no more. */
  public synchronized void limitScans(int rowsMax) {
    scanRowsMax = rowsMax;
  }

  /** The number of calls so far that could have failed. */
  public synchronized long calls() {
    return faults.calls();
  }

  /** Lets one call fail, counted from 1 as by {@link #calls}. {@code FULL} is for writes only. */
  public synchronized void failCall(long call, Problem problem) {
    faults.plan(call, call, problem);
  }

  /** Lets a call and all later ones fail, until {@link #heal} or {@link #crash}. */
  public synchronized void failFrom(long call, Problem problem) {
    faults.plan(call, Long.MAX_VALUE, problem);
  }

  public synchronized void heal() {
    faults.clear();
  }

  /** Forgets the keys of deleted rows, as a compaction would. */
  public synchronized void compact() {
    tombstones.clear();
  }

  /** Keys looked up that had a row. */
  public synchronized long keysFound() {
    return keysFound;
  }

  /** Keys looked up that had none. */
  public synchronized long keysMissed() {
    return keysMissed;
  }

  public synchronized long scans() {
    return scans;
  }

  /** Rows that scans returned. */
  public synchronized long rowsScanned() {
    return rowsScanned;
  }

  /** Keys of deleted rows that scans walked over. */
  public synchronized long tombstonesScanned() {
    return tombstonesScanned;
  }

  private void begin(String attempted, boolean writes) {
    checkOpen(closed);
    faults.next(attempted, writes);
  }

  private static void checkOpen(boolean closed) {
    if (closed) {
      throw new StoreException(Problem.CLOSED, "the simulated store was closed");
    }
  }

  /** The rows that changed since, as they were. */
  private final class SimulatedSnapshot implements Snapshot {
    private final NavigableMap<RowKey, Optional<Bytes>> before = new TreeMap<>();

    @Override
    public long ticket(int slot) {
      synchronized (SimulatedStore.this) {
        checkOpen(!snapshots.contains(this));
        return find(new RowName.Ticket(slot).key()).map(SimulatedRows::decode).orElse(0L);
      }
    }

    @Override
    public Map<RowKey, Bytes> find(List<RowKey> keys) {
      synchronized (SimulatedStore.this) {
        checkOpen(!snapshots.contains(this));
        begin("find", false);
        var found = new LinkedHashMap<RowKey, Bytes>();
        keys.forEach(key -> find(key).ifPresent(value -> found.put(key, value)));
        keysFound += found.size();
        keysMissed += keys.size() - found.size();
        return found;
      }
    }

    private Optional<Bytes> find(RowKey key) {
      var old = before.get(key);
      return old == null ? rows.find(key) : old;
    }

    @Override
    public Scan scan(KeyRange range, ScanLimit limit) {
      synchronized (SimulatedStore.this) {
        checkOpen(!snapshots.contains(this));
        begin("scan", false);
        var cut = new ScanLimit(Math.min(limit.rows(), scanRowsMax), limit.bytes());
        var scan = rows.scan(range, cut, before);
        var end = scan.isComplete() ? range.to() : scan.rows().getLast().key();
        scans++;
        rowsScanned += scan.rows().size();
        tombstonesScanned += tombstones.subSet(range.from(), end).size();
        return scan;
      }
    }

    @Override
    public void close() {
      synchronized (SimulatedStore.this) {
        snapshots.remove(this);
      }
    }
  }
}
