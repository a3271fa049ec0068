package dev.millrace.node;

import dev.millrace.node.home.LayerWriter;
import dev.millrace.node.home.Reaper;
import dev.millrace.node.home.SlotLoader;
import dev.millrace.node.home.StoreReader;
import dev.millrace.node.home.StoreReader.Answered;
import dev.millrace.node.home.StoreReader.Asked;
import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.StoredSlot;
import dev.millrace.store.Store;
import java.util.List;
import java.util.Optional;

/**
 * The store, in the words of slots. As with the store itself, one thread at a time may {@link
 * #apply} and {@link #reapSome}; any may read.
 */
public final class SlotStore implements AutoCloseable {
  private final Store store;
  private final Reaper reaper;
  private final ReadCounts counts = new ReadCounts();

  public SlotStore(Store store) {
    this.store = store;
    this.reaper = new Reaper(store);
  }

  /** Whether the store has anything at all. */
  boolean isUsed() {
    for (int slot = 0; slot < store.slots(); slot++) {
      if (store.appliedTicket(slot) > 0) {
        return true;
      }
    }
    return false;
  }

  /** All but the tasks of a slot; none if the store has nothing of it. */
  Optional<StoredSlot> load(int slot) {
    if (store.appliedTicket(slot) == 0) {
      return Optional.empty();
    }
    try (var snapshot = store.snapshot()) {
      return SlotLoader.load(snapshot, slot);
    }
  }

  /** Reads what slots want to know, all in one version; the answers in the order of the asked. */
  public List<Answered> read(List<Asked> asked) {
    counts.addInquiries(asked.size());
    try (var snapshot = counts.counting(store.snapshot())) {
      return StoreReader.read(snapshot, asked);
    }
  }

  /** Gives a layer to the store, which takes it whole or throws. */
  void apply(FrozenLayer layer) {
    store.apply(LayerWriter.write(layer));
    reaper.notice(layer);
  }

  /** Whether there may be rows of deleted queues. */
  boolean isReaping() {
    return reaper.slotsLeft() > 0;
  }

  /** Removes some rows of deleted queues. */
  void reapSome() {
    var _ = reaper.reapSome();
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
