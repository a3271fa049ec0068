package dev.millrace.node;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.RecoveryRules;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.queue.HeadCache;
import dev.millrace.store.Store;
import java.util.List;

/**
 * A node without its threads: slots with all that the store and the journal hold, the execute side,
 * the journal side and the way into the store. The node's stages and the simulator drive it the
 * same way.
 */
public final class Engine implements AutoCloseable {
  private final Slots slots;
  private final HeadCache cache;
  private final Freezing freezing;
  private final OverlayRoom overlayRoom;
  private final JournalRoom room;
  private final SlotStore slotStore;
  private final Checkpoint checkpoint;
  private final SegmentJournal journal;
  private final Execution execution;
  private final EngineConfig config;
  private final long replayed;

  private Engine(DataDirectory directory, Store store, EngineConfig config, RecoveryRules rules) {
    this.config = config;
    this.cache = new HeadCache(config.memory());
    this.room = new JournalRoom(config.journal());
    this.overlayRoom = new OverlayRoom(room, cache, config.checkpoint().overlayBytesMax());
    this.slots = new Slots(directory.slots(), config.limits(), overlayRoom, cache);
    this.slotStore = new SlotStore(store);
    directory.checkComplete(slotStore.isUsed());
    this.checkpoint = new Checkpoint(directory, slotStore, config);
    this.freezing = new Freezing(slots, cache, config.memory(), config.checkpoint());
    var recovery = new Recovery(slots, slotStore, freezing, checkpoint);
    recovery.load();
    this.journal =
        SegmentJournal.open(directory, config.journal(), rules, (entry, _) -> recovery.read(entry));
    room.connect(journal, room.upkeepInPlace(journal));
    try {
      recovery.finish();
    } catch (RuntimeException e) {
      journal.close();
      throw e;
    }
    this.replayed = recovery.replayed();
    this.execution = new Execution(slots, room, freezing, config);
  }

  /**
   * Reads the store, and what the journal of the directory has beyond it.
   *
   * @param store of this directory; closed with the engine, unless this throws
   */
  public static Engine recover(DataDirectory directory, Store store, EngineConfig config) {
    return recover(directory, store, config, RecoveryRules.STRICT);
  }

  /**
   * Reads the journal with other rules; only for the simulator, which has to notice what they
   * break.
   */
  public static Engine recover(
      DataDirectory directory, Store store, EngineConfig config, RecoveryRules rules) {
    return new Engine(directory, store, config, rules);
  }

  /**
   * Begins to execute; what that changes, such as policies that a slot had not adopted, is durable
   * on return.
   */
  public void open(long nowMillis) {
    execution.open(journal.incarnation(), nowMillis);
    new Commit(journal, Runnable::run).run(List.of(execution.takeBatch()));
  }

  /** The latest time that is journaled; 0 if there is none. */
  public long lastTimeMillis() {
    return Math.max(journal.lastTimeMillis(), slots.timeMillis());
  }

  /** Entries of the journal that the store did not have. */
  public long replayed() {
    return replayed;
  }

  public Slots slots() {
    return slots;
  }

  public Execution execution() {
    return execution;
  }

  public SegmentJournal journal() {
    return journal;
  }

  public Checkpoint checkpoint() {
    return checkpoint;
  }

  public SlotStore slotStore() {
    return slotStore;
  }

  /** What is in memory; as any thread sees it, a moment ago. */
  public MemoryUse memoryUse() {
    return new MemoryUse(cache.overlayBytes(), cache.cachedBytes(), freezing.oldestMillis());
  }

  /**
   * What slots have in memory.
   *
   * @param overlayBytes changes that are not in the store yet
   * @param cachedBytes tasks that are in the store too
   * @param oldestMillis the time of the oldest change that the store has not taken; {@link
   *     Long#MAX_VALUE} for none
   */
  public record MemoryUse(long overlayBytes, long cachedBytes, long oldestMillis) {}

  OverlayRoom overlayRoom() {
    return overlayRoom;
  }

  EngineConfig config() {
    return config;
  }

  /** Replaces what waits for room in the journal. */
  void relieveBy(JournalRoom.Relief relief) {
    room.connect(journal, relief);
  }

  /** Closes the journal, which must have committed everything, and the store. */
  @Override
  public void close() {
    try (slotStore) {
      journal.close();
    }
  }
}
