package dev.millrace.node;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.Entry;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.RecoveryRules;
import dev.millrace.journal.SegmentJournal;
import java.util.List;

/**
 * A node without its threads: slots with all that the journal holds, the execute side and the
 * journal side. The node's stages and the simulator drive it the same way.
 */
public final class Engine implements AutoCloseable {
  private final Slots slots;
  private final JournalRoom room;
  private final SegmentJournal journal;
  private final Execution execution;
  private final Commit commit;
  private final JournalConfig journalConfig;
  private final long entries;

  private Engine(Recovery recovery, SegmentJournal journal, EngineConfig config) {
    this.slots = recovery.slots;
    this.room = recovery.room;
    this.journal = journal;
    this.journalConfig = config.journal();
    this.execution = new Execution(slots, room, config.waitingLeasesMax());
    this.commit = new Commit(journal);
    this.entries = recovery.entries;
    room.connect(journal, room.upkeepInPlace(journal));
  }

  /** Reads the journal of a directory. */
  public static Engine recover(DataDirectory directory, EngineConfig config) {
    return recover(directory, config, RecoveryRules.STRICT);
  }

  /**
   * Reads the journal with other rules; only for the simulator, which has to notice what they
   * break.
   */
  public static Engine recover(DataDirectory directory, EngineConfig config, RecoveryRules rules) {
    var recovery = new Recovery(directory.slots(), config);
    var journal =
        SegmentJournal.open(directory, config.journal(), rules, (entry, _) -> recovery.read(entry));
    return new Engine(recovery, journal, config);
  }

  /**
   * Begins to execute; what that changes, such as policies that a slot had not adopted, is durable
   * on return.
   */
  public void open(long nowMillis) {
    execution.open(journal.incarnation(), nowMillis);
    commit.run(List.of(execution.takeBatch()));
  }

  /** The latest time that is journaled; 0 if there is none. */
  public long lastTimeMillis() {
    return Math.max(journal.lastTimeMillis(), slots.timeMillis());
  }

  /** Entries that the journal held. */
  public long entries() {
    return entries;
  }

  public Slots slots() {
    return slots;
  }

  public Execution execution() {
    return execution;
  }

  public Commit commit() {
    return commit;
  }

  public SegmentJournal journal() {
    return journal;
  }

  JournalConfig journalConfig() {
    return journalConfig;
  }

  /** Replaces what waits for room in the journal. */
  void relieveBy(JournalRoom.Relief relief) {
    room.connect(journal, relief);
  }

  /** Closes the journal, which must have committed everything. */
  @Override
  public void close() {
    journal.close();
  }

  /** Slots that are being read. */
  private static final class Recovery {
    final JournalRoom room;
    final Slots slots;
    long entries;

    Recovery(int slotCount, EngineConfig config) {
      this.room = new JournalRoom(config.journal());
      this.slots = new Slots(slotCount, config.limits(), room);
    }

    void read(Entry entry) {
      slots.restore(entry.slot(), entry.payload().toByteArray());
      entries++;
    }
  }
}
