package dev.millrace.node.home;

import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.FrozenLayer.GoneQueue;
import dev.millrace.store.Layer;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.Store;
import java.util.BitSet;

/**
 * Removes what deleted queues have left in a store, a bounded piece at a time. What is to do is in
 * the store, as reap rows; a reaper only remembers where it was, so that it doesn't walk over what
 * it has deleted already. A new one begins anew and repeats nothing.
 *
 * <p>Used by the thread that applies layers: a piece names the slot's present ticket.
 */
public final class Reaper {
  /** A piece takes a few milliseconds, so that layers hardly wait for it. */
  private static final ScanLimit PIECE = new ScanLimit(2000, 4L << 20);

  /** Most slots have nothing to reap, and a look costs a scan. */
  private static final int LOOKS_MAX = 16;

  private final Store store;
  private final ScanLimit limit;

  /** Those that may have reap rows. */
  private final BitSet slots = new BitSet();

  /** The slot that it is in, and where. */
  private int slot;

  private ReapPlace place = ReapPlace.START;
  private long queuesLeft;
  private long queuesReaped;

  /** Every slot may have rows that an earlier process left. */
  public Reaper(Store store) {
    this(store, PIECE);
  }

  Reaper(Store store, ScanLimit limit) {
    this.store = store;
    this.limit = limit;
    slots.set(0, store.slots());
  }

  /** Takes note of queues that a layer, which is applied, has deleted. */
  public void notice(FrozenLayer applied) {
    long queues = applied.goneQueues().stream().filter(GoneQueue::hadTasks).count();
    if (queues > 0) {
      slots.set(applied.slot());
      queuesLeft += queues;
    }
  }

  /** How many slots may have something to reap. */
  public int slotsLeft() {
    return slots.cardinality();
  }

  /** How many queues are to be reaped at least; those of an earlier process aren't known. */
  public long queuesLeft() {
    return queuesLeft;
  }

  /** How many queues this reaper has finished. */
  public long queuesReaped() {
    return queuesReaped;
  }

  /**
   * Does a piece of the work: applies a layer at most. After a failure it may be called again.
   *
   * @return whether there may be more
   */
  public boolean reapSome() {
    for (int looks = 0; looks < LOOKS_MAX && !slots.isEmpty(); looks++) {
      if (!slots.get(slot)) {
        int next = slots.nextSetBit(slot);
        slot = next < 0 ? slots.nextSetBit(0) : next;
      }
      if (reapHere()) {
        break;
      }
    }
    return !slots.isEmpty();
  }

  /** Whether there was something to do. */
  private boolean reapHere() {
    ReapPiece piece;
    try (var snapshot = store.snapshot()) {
      piece = ReapPiece.collect(snapshot, slot, place, limit);
    }
    if (piece.isEmpty()) {
      if (place.equals(ReapPlace.START)) {
        slots.clear(slot);
        return false;
      }
      // A queue that was deleted meanwhile may have an id that lies behind.
      place = ReapPlace.START;
      return true;
    }
    Layer layer = piece.layer();
    if (layer.emptied().stream().anyMatch(store::abandon)) {
      // The rest of them next time, and then the layer.
      return true;
    }
    store.apply(layer);
    place = piece.place();
    queuesReaped += piece.queues();
    queuesLeft = Math.max(0, queuesLeft - piece.queues());
    return true;
  }
}
