package dev.millrace.node;

import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.HeadCache;
import dev.millrace.queue.Invariant;
import dev.millrace.queue.Memory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Decides when the changes of a slot are frozen, to go to the store. Used by the thread that
 * executes.
 *
 * <p>A slot is frozen when its changes fill a layer; when the changes of all slots take half of the
 * budget, the largest first; when its oldest change has waited for long; and when its entries keep
 * the journal long. For the last two reasons only if the store has taken all of its earlier layers:
 * so a store that takes nothing for hours leaves few layers waiting, not many small ones.
 */
public final class Freezing {
  private static final long UNCHANGED = Long.MAX_VALUE;

  /** Of a journal in which fewer bytes than one in so many are alive, most of them soon die too. */
  private static final int FEW = 2;

  private final Slots slots;
  private final HeadCache cache;
  private final long layerBytes;
  private final long unfrozenBytesMax;
  private final long journalBytesMax;
  private final long intervalMillis;

  /** By slot, the time of the first change since it was frozen. */
  private final long[] changedMillis;

  /** By slot, the layers that the store has not taken yet. */
  private final int[] waiting;

  /** By slot, the time of the first change in those layers. */
  private final long[] frozenMillis;

  public Freezing(Slots slots, HeadCache cache, Memory memory, CheckpointConfig config) {
    this.slots = slots;
    this.cache = cache;
    this.layerBytes = memory.layerBytes();
    this.unfrozenBytesMax = config.overlayBytesMax() / 2;
    this.journalBytesMax = config.journalBytesMax();
    this.intervalMillis = config.interval().toMillis();
    this.changedMillis = new long[slots.count()];
    this.waiting = new int[slots.count()];
    this.frozenMillis = new long[slots.count()];
    Arrays.fill(changedMillis, UNCHANGED);
    Arrays.fill(frozenMillis, UNCHANGED);
  }

  /** A step of a slot was, or will be, journaled. */
  void changed(int slot, long nowMillis) {
    changedMillis[slot] = Math.min(changedMillis[slot], nowMillis);
  }

  /** The store has taken a layer. */
  void applied(Applied applied) {
    Invariant.check(waiting[applied.slot()] > 0, "slot=%d has no layer", applied.slot());
    waiting[applied.slot()]--;
    if (waiting[applied.slot()] == 0) {
      frozenMillis[applied.slot()] = UNCHANGED;
    }
    slots.applied(applied.slot(), applied.ticket());
  }

  /** Freezes the slots that are due. */
  List<FrozenLayer> due(long nowMillis) {
    var layers = overfull();
    for (int slot = 0; slot < changedMillis.length; slot++) {
      if (waiting[slot] == 0
          && changedMillis[slot] != UNCHANGED
          && nowMillis - changedMillis[slot] >= intervalMillis) {
        freeze(slot, layers);
      }
    }
    return layers;
  }

  /** Freezes the slots that take too much memory. */
  List<FrozenLayer> overfull() {
    var layers = new ArrayList<FrozenLayer>();
    for (int slot = 0; slot < changedMillis.length; slot++) {
      if (changedMillis[slot] != UNCHANGED && slots.changedBytes(slot) >= layerBytes) {
        freeze(slot, layers);
      }
    }
    long unfrozen = unfrozenBytes();
    while (unfrozen > unfrozenBytesMax) {
      int largest = largest();
      long bytes = slots.changedBytes(largest);
      if (bytes == 0) {
        break;
      }
      freeze(largest, layers);
      unfrozen -= bytes;
    }
    return layers;
  }

  /**
   * Freezes slots when more than the budget is used. What a node had in memory when it ended fits,
   * with all queues that it names, and can wait until the node serves.
   */
  List<FrozenLayer> overBudget() {
    return cache.overlayBytes() > 3 * unfrozenBytesMax ? overfull() : List.of();
  }

  private long unfrozenBytes() {
    long bytes = cache.overlayBytes();
    if (bytes > unfrozenBytesMax) {
      for (int slot = 0; slot < waiting.length; slot++) {
        bytes -= waiting[slot] == 0 ? 0 : slots.frozenBytes(slot);
      }
    }
    return bytes;
  }

  private int largest() {
    int largest = 0;
    for (int slot = 1; slot < changedMillis.length; slot++) {
      if (slots.changedBytes(slot) > slots.changedBytes(largest)) {
        largest = slot;
      }
    }
    return largest;
  }

  /**
   * Freezes the slots that keep the oldest entries in the journal: those that began to change in
   * the older half of the time since the first did. One alone would not shorten the journal if its
   * neighbours keep the same segment, and all at once would write out what is about to go.
   *
   * <p>Freezes none while tasks go almost as fast as they come: what is alive would be written, to
   * be deleted soon after. Then the journal gets as long as it may.
   */
  List<FrozenLayer> oldest(long journalBytes, long nowMillis) {
    if (journalBytes <= journalBytesMax && cache.overlayBytes() < journalBytes / FEW) {
      return List.of();
    }
    long first = UNCHANGED;
    for (int slot = 0; slot < changedMillis.length; slot++) {
      first = waiting[slot] == 0 ? Math.min(first, changedMillis[slot]) : first;
    }
    var layers = new ArrayList<FrozenLayer>();
    if (first != UNCHANGED) {
      long half = first + Math.max(0, nowMillis - first) / 2;
      for (int slot = 0; slot < changedMillis.length; slot++) {
        if (waiting[slot] == 0 && changedMillis[slot] <= half) {
          freeze(slot, layers);
        }
      }
    }
    return layers;
  }

  /** Freezes all slots that changed. */
  List<FrozenLayer> all() {
    var layers = new ArrayList<FrozenLayer>();
    for (int slot = 0; slot < changedMillis.length; slot++) {
      if (changedMillis[slot] != UNCHANGED) {
        freeze(slot, layers);
      }
    }
    return layers;
  }

  private void freeze(int slot, List<FrozenLayer> layers) {
    long since = changedMillis[slot];
    changedMillis[slot] = UNCHANGED;
    slots
        .freeze(slot)
        .ifPresent(
            layer -> {
              layers.add(layer);
              waiting[slot]++;
              frozenMillis[slot] = Math.min(frozenMillis[slot], since);
            });
  }

  /**
   * The time of the oldest change that the store has not taken; {@link Long#MAX_VALUE} for none.
   * Any thread may ask, and learns what was so a moment ago.
   */
  long oldestMillis() {
    long oldest = UNCHANGED;
    for (int slot = 0; slot < changedMillis.length; slot++) {
      oldest = Math.min(oldest, Math.min(changedMillis[slot], frozenMillis[slot]));
    }
    return oldest;
  }

  /** When a slot will be due by time alone; {@link Long#MAX_VALUE} for never. */
  long nextWakeMillis() {
    long next = Long.MAX_VALUE;
    for (int slot = 0; slot < changedMillis.length; slot++) {
      if (changedMillis[slot] != UNCHANGED && waiting[slot] == 0) {
        next = Math.min(next, changedMillis[slot] + intervalMillis);
      }
    }
    return next;
  }
}
