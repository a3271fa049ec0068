package dev.millrace.simulation;

import dev.millrace.store.KeyRange;
import dev.millrace.store.Layer;
import dev.millrace.store.RowChange;
import dev.millrace.store.SimulatedStore;
import dev.millrace.store.Snapshot;
import dev.millrace.store.Store;
import java.util.Optional;

/** A store between which and the node a {@link SeededBug} has put its hands. */
class TamperedStore implements Store {
  final SimulatedStore store;

  TamperedStore(SimulatedStore store) {
    this.store = store;
  }

  /** What the store gets in place of a change; none for nothing. */
  Optional<RowChange> change(RowChange change) {
    return Optional.of(change);
  }

  /** Adds to what the store gets. */
  void add(Layer layer, Layer.Builder more) {}

  @Override
  public void apply(Layer layer) {
    var tampered = Layer.builder();
    layer.tickets().forEach(tampered::ticket);
    layer.emptied().forEach(tampered::deleteRange);
    for (RowChange change : layer.changes()) {
      switch (change(change).orElse(null)) {
        case RowChange.Put(var key, var value) -> tampered.put(key, value);
        case RowChange.Delete(var key) -> tampered.delete(key);
        case null -> {}
      }
    }
    add(layer, tampered);
    store.apply(tampered.build());
  }

  @Override
  public boolean abandon(KeyRange range) {
    return store.abandon(range);
  }

  @Override
  public int slots() {
    return store.slots();
  }

  @Override
  public long appliedTicket(int slot) {
    return store.appliedTicket(slot);
  }

  @Override
  public void flush() {
    store.flush();
  }

  @Override
  public long[] flushedTickets() {
    return store.flushedTickets();
  }

  @Override
  public Snapshot snapshot() {
    return store.snapshot();
  }

  @Override
  public void close() {
    store.close();
  }
}
