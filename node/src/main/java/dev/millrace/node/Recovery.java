package dev.millrace.node;

import dev.millrace.journal.Entry;
import dev.millrace.node.home.StoreReader.Asked;
import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.Inquiry;
import dev.millrace.queue.Slot;
import dev.millrace.queue.StepCodec;
import dev.millrace.queue.StepCodec.Journaled;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Brings slots to where they were: first what the store has, then from the journal what came later.
 * Needs bounded memory however long the journal is: entries are taken in chunks, and changes go to
 * the store as they do when the node runs.
 */
public final class Recovery {
  private static final long CHUNK_BYTES = 8L << 20;

  private final Slots slots;
  private final SlotStore slotStore;
  private final Freezing freezing;
  private final Checkpoint checkpoint;

  /** By slot, what was read from the journal and not restored yet. */
  private final SortedMap<Integer, List<Journaled>> chunk = new TreeMap<>();

  private long chunkBytes;
  private long replayed;

  public Recovery(Slots slots, SlotStore slotStore, Freezing freezing, Checkpoint checkpoint) {
    this.slots = slots;
    this.slotStore = slotStore;
    this.freezing = freezing;
    this.checkpoint = checkpoint;
  }

  /** Takes over what the store has. Only at the beginning. */
  public void load() {
    for (int slot = 0; slot < slots.count(); slot++) {
      int number = slot;
      slotStore.load(slot).ifPresent(stored -> slots.recovering(number).load(stored));
    }
  }

  /** Takes an entry of the journal, in the order in which they were written. */
  public void read(Entry entry) {
    long stored = slots.lastTicket(entry.slot());
    if (entry.lastTicket() <= stored) {
      return;
    }
    replayed++;
    var steps = chunk.computeIfAbsent(entry.slot(), _ -> new ArrayList<>());
    for (Journaled step : StepCodec.decode(entry.payload().toByteArray())) {
      if (step.ticket() > stored) {
        steps.add(step);
      }
    }
    chunkBytes += entry.payload().length();
    if (chunkBytes >= CHUNK_BYTES) {
      finish();
    }
  }

  /** Restores all that was read so far; to be called at the end. */
  public void finish() {
    chunk.forEach(this::restore);
    chunk.clear();
    chunkBytes = 0;
  }

  private void restore(int number, List<Journaled> steps) {
    Slot slot = slots.recovering(number);
    var needs = slot.needsOf(steps);
    if (!needs.isEmpty()) {
      var read = slotStore.read(List.of(new Asked(number, new Inquiry(0, needs))));
      slot.learn(needs, read.getFirst().findings());
    }
    for (Journaled step : steps) {
      slot.restore(step.ticket(), step.timeMillis(), step.changes());
      freezing.changed(number, step.timeMillis());
    }
    slot.settle();
    freezing.overBudget().forEach(this::apply);
  }

  /** Nothing executes yet, so that the store may be waited for. */
  private void apply(FrozenLayer layer) {
    checkpoint.add(layer);
    freezing.applied(checkpoint.applyNext(0));
  }

  /** Entries that were not in the store. */
  public long replayed() {
    return replayed;
  }
}
