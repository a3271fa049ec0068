package dev.millrace.simulation;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.Entry;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.node.Batch;
import dev.millrace.node.Call;
import dev.millrace.node.CheckpointConfig;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.Commit;
import dev.millrace.node.Execution;
import dev.millrace.node.Freezing;
import dev.millrace.node.JournalRoom;
import dev.millrace.node.NodeClock;
import dev.millrace.node.Slots;
import dev.millrace.node.StepSink;
import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.HeadCache;
import dev.millrace.queue.Memory;
import dev.millrace.queue.Slot;
import dev.millrace.queue.StepCodec;
import dev.millrace.queue.StepCodec.Journaled;
import dev.millrace.simulation.ShadowSlots.Made;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One process of the node, from opening the data directory to its end: the product's classes, put
 * together as the node does it, without threads.
 */
final class SimulatedProcess {
  /** Stands for the node itself. */
  static final long NOBODY = 0;

  private final World world;
  private final SegmentJournal journal;
  private final DataDirectory directory;
  private final RoomLog room;
  private final Slots slots;
  private final ShadowSlots shadow;
  private final Execution execution;
  private final Commit commit;
  private final List<Batch> pending = new ArrayList<>();
  private final List<Answered> answers = new ArrayList<>();
  private final NodeClock clock;

  /** What the node answered to a client. */
  record Answered(Op op, Answer answer) {}

  /** An execution: the steps that it made, and whether one found no room. */
  record Ran(List<Made> made, boolean refused) {}

  /** Reads the journal; every call of the disk may fail. */
  SimulatedProcess(World world) {
    this.world = world;
    int count = Vocabulary.SLOTS;
    directory = DataDirectory.open(world.seams().disk(world.disk()), count, world.directory());
    var config = world.config();
    var found = new ArrayList<Entry>();
    journal =
        SegmentJournal.open(
            directory,
            config.journal(),
            world.seams().recoveryRules(),
            (entry, _) -> found.add(entry));
    var journalRoom = new JournalRoom(config.journal());
    journalRoom.connect(journal, journalRoom.upkeepInPlace(journal));
    room = new RoomLog(journalRoom);
    slots = new Slots(count, config.limits(), room);
    shadow = new ShadowSlots(count, config.limits(), room);
    restore(found);
    var freezing =
        new Freezing(
            slots, new HeadCache(Memory.UNLIMITED), Memory.UNLIMITED, CheckpointConfig.NEVER);
    execution = new Execution(slots, journalRoom, freezing, config);
    commit = new Commit(journal);
    long lastMillis = Math.max(journal.lastTimeMillis(), slots.timeMillis());
    clock = new NodeClock(world.time().wallMillis(), lastMillis, world.time()::nanos);
  }

  private void restore(List<Entry> found) {
    if (world.seams().equals(Seams.NONE)) {
      found.forEach(entry -> restore(entry.slot(), entry.payload().toByteArray()));
      return;
    }
    var bySlot = new TreeMap<Integer, List<Journaled>>();
    for (Entry entry : found) {
      bySlot
          .computeIfAbsent(entry.slot(), _ -> new ArrayList<>())
          .addAll(StepCodec.decode(entry.payload().toByteArray()));
    }
    bySlot.forEach(
        (slot, steps) -> {
          for (Journaled step : world.seams().journaled(steps)) {
            restore(
                slot, StepCodec.encode(step.ticket(), step.timeMillis(), step.changes()).bytes());
          }
        });
  }

  private void restore(int slot, byte[] encoded) {
    slots.restore(slot, encoded);
    shadow.restore(slot, encoded);
  }

  /** Begins to serve. */
  Ran open() {
    long incarnation = world.seams().incarnation(journal.incarnation());
    room.begin();
    execution.open(incarnation, nowMillis());
    return new Ran(shadow.open(incarnation, nowMillis()), room.refused());
  }

  /** The last ticket of a slot that the journal holds; 0 for none. */
  long journaledTicket(int slot) {
    return journal.lastTicket(slot);
  }

  long lastTicket(int slot) {
    return slots.lastTicket(slot);
  }

  List<Slot> slots() {
    return slots.existing();
  }

  long nowMillis() {
    return clock.nowMillis();
  }

  /** Why the node will refuse a command without executing it; INTERNAL if it won't. */
  ErrorCode refusal(Op op) {
    if (op.expiryNanos() != Call.NEVER && world.time().nanos() - op.expiryNanos() >= 0) {
      return ErrorCode.DEADLINE_PASSED;
    }
    boolean mayWait = op.command() instanceof Command.Lease lease && lease.waitMillis() > 0;
    return mayWait && execution.waiting() >= world.config().waitingLeasesMax()
        ? ErrorCode.OVERLOADED
        : ErrorCode.INTERNAL;
  }

  Ran execute(Op op) {
    boolean executes = refusal(op) == ErrorCode.INTERNAL;
    Command command = world.seams().command(op.command());
    var call =
        new Call(
            op.caller(),
            op.slot(),
            command,
            world.seams().durability(op.durability()),
            op.expiryNanos(),
            answer -> answers.add(new Answered(op, answer)));
    long now = world.seams().nowMillis(command, nowMillis(), world.time().wallMillis());
    room.begin();
    execution.execute(call, now, clock.nowNanos());
    return executes
        ? repeat(sink -> shadow.slots().execute(op.slot(), op.caller(), command, now, sink))
        : new Ran(List.of(), false);
  }

  /** The caller of a command has gone. */
  Ran cancel(Op op) {
    room.begin();
    execution.cancel(op.caller(), nowMillis());
    return repeat(
        sink ->
            shadow
                .slots()
                .execute(op.slot(), NOBODY, new Command.Cancel(op.caller()), nowMillis(), sink));
  }

  Ran tick() {
    long now = world.seams().nowMillis(new Command.Tick(), nowMillis(), world.time().wallMillis());
    room.begin();
    execution.tick(now);
    return repeat(sink -> shadow.slots().tick(now, sink));
  }

  private Ran repeat(Consumer<StepSink> again) {
    List<Made> made = shadow.run(again);
    for (int slot = 0; slot < slots.count(); slot++) {
      if (slots.lastTicket(slot) != shadow.slots().lastTicket(slot)) {
        throw new Violation("C2", "the same commands gave other tickets in slot " + slot);
      }
    }
    return new Ran(made, room.refused());
  }

  /** Ends a batch; it waits for {@link #commit}. */
  void endBatch() {
    Batch batch = execution.takeBatch();
    if (!batch.isEmpty()) {
      pending.add(batch);
    }
  }

  int pendingBatches() {
    return pending.size();
  }

  /** Makes everything durable that was executed in batches that have ended. */
  void commit() {
    if (!pending.isEmpty()) {
      var batches = List.copyOf(pending);
      pending.clear();
      commit.run(batches);
    }
  }

  void maintain() {
    var _ = journal.maintain();
  }

  boolean isDiskFull() {
    return journal.status().full();
  }

  /** The answers that have left since the last call. */
  List<Answered> takeAnswers() {
    var taken = List.copyOf(answers);
    answers.clear();
    return taken;
  }

  /** Ends the process in order; everything must be committed. */
  void close() {
    journal.close();
    directory.close();
  }
}
