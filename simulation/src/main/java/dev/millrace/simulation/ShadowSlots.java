package dev.millrace.simulation;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.Entry;
import dev.millrace.node.Applied;
import dev.millrace.node.Checkpoint;
import dev.millrace.node.EngineConfig;
import dev.millrace.node.Freezing;
import dev.millrace.node.Recovery;
import dev.millrace.node.SlotStore;
import dev.millrace.node.Slots;
import dev.millrace.node.StepSink;
import dev.millrace.node.home.StoreReader.Answered;
import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.HeadCache;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Step;
import dev.millrace.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A second set of slots that is told everything that the node's are told. The node's own steps go
 * to its journal unseen; what the shadow does shows them, and that the engine does the same again
 * when it is asked again. The shadow has a memory of its own and no store: it is supplied with what
 * the node has read.
 */
final class ShadowSlots {
  /** A step and its slot. */
  record Made(int slot, Step step) {}

  private final Slots slots;
  private final RoomLog room;
  private final HeadCache cache;
  private final EngineConfig config;

  ShadowSlots(int count, EngineConfig config, RoomLog room) {
    this.config = config;
    this.cache = new HeadCache(config.memory());
    this.slots = new Slots(count, config.limits(), room::replay, cache);
    this.room = room;
  }

  /**
   * Recovers as the node did.
   *
   * @param store as it was before the node's recovery, for the shadow alone
   */
  void recover(DataDirectory directory, Store store, List<Entry> entries) {
    var slotStore = new SlotStore(store);
    var recovery =
        new Recovery(
            slots,
            slotStore,
            new Freezing(slots, cache, config.memory(), config.checkpoint()),
            new Checkpoint(directory, slotStore, config));
    recovery.load();
    entries.forEach(recovery::read);
    recovery.finish();
  }

  List<Made> open(long incarnation, long nowMillis) {
    return run(sink -> slots.open(incarnation, nowMillis, sink));
  }

  /** Repeats an execution of the node's slots. */
  List<Made> run(Consumer<StepSink> execution) {
    var made = new ArrayList<Made>();
    execution.accept((slot, step) -> made.add(new Made(slot, step)));
    room.checkReplayed();
    return made;
  }

  /** Repeats a supply; adds to {@code ran} what was executed late. */
  List<Made> supply(Answered supply, long nowMillis, List<Slot.Ran> ran) {
    return run(sink -> ran.addAll(slots.supply(supply, nowMillis, sink)));
  }

  /** Repeats a freeze. */
  void freeze(FrozenLayer layer) {
    FrozenLayer again =
        slots
            .freeze(layer.slot())
            .orElseThrow(() -> new Violation("C2", "the same commands changed nothing"));
    if (again.ticket() != layer.ticket() || !again.tasks().equals(layer.tasks())) {
      throw new Violation("C2", "the same commands froze %s, not %s".formatted(again, layer));
    }
  }

  void applied(Applied applied) {
    slots.applied(applied.slot(), applied.ticket());
  }

  Slots slots() {
    return slots;
  }
}
