package dev.millrace.node;

import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.StoredSlot;
import dev.millrace.store.Store;
import java.util.List;
import java.util.Optional;

/**
 * The store, in the words of slots. As with the store itself, one thread at a time may {@link
 * #apply} and {@link #reapSome}; any may read.
 */
public final class Home implements AutoCloseable {
  private final Store store;
  private final ReadCounts counts = new ReadCounts();

  public Home(Store store) {
    this.store = store;
  }

  /** All but the tasks of a slot; none if the store has nothing of it. */
  Optional<StoredSlot> load(int slot) {
    throw new UnsupportedOperationException("slot " + slot);
  }

  /** Reads what slots want to know, all in one version. */
  public List<Supply> read(List<Asked> asked) {
    counts.addInquiries(asked.size());
    throw new UnsupportedOperationException();
  }

  /** Gives a layer to the store, which takes it whole or throws. */
  void apply(FrozenLayer layer) {
    throw new UnsupportedOperationException("layer " + layer.ticket());
  }

  /** Removes some rows of deleted queues; whether there may be more. */
  boolean reapSome() {
    return false;
  }

  void flush() {
    store.flush();
  }

  long[] flushedTickets() {
    return store.flushedTickets();
  }

  /** What was read since the node started. Any thread may ask. */
  public StoreReads reads() {
    return counts.sum();
  }

  @Override
  public void close() {
    store.close();
  }
}
