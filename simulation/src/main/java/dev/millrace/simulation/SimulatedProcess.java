package dev.millrace.simulation;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.node.Applied;
import dev.millrace.node.Batch;
import dev.millrace.node.Call;
import dev.millrace.node.Checkpoint;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.Commit;
import dev.millrace.node.Execution;
import dev.millrace.node.Freezing;
import dev.millrace.node.JournalRoom;
import dev.millrace.node.NodeClock;
import dev.millrace.node.OverlayRoom;
import dev.millrace.node.Recovery;
import dev.millrace.node.SlotStore;
import dev.millrace.node.Slots;
import dev.millrace.node.StepSink;
import dev.millrace.node.home.StoreReader.Asked;
import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.HeadCache;
import dev.millrace.queue.Slot;
import dev.millrace.simulation.ShadowSlots.Made;
import dev.millrace.store.Store;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

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
  private final HeadCache cache;
  private final Slots slots;
  private final ShadowSlots shadow;
  private final Execution execution;
  private final Commit commit;
  private final Checkpoint checkpoint;
  private final Reads reads;

  /** By slot, the last ticket that was found. */
  private final long[] found = new long[Vocabulary.SLOTS];

  private final boolean beyondStore;
  private final List<Batch> pending = new ArrayList<>();
  private final List<Answered> answers = new ArrayList<>();
  private final NodeClock clock;

  /** Layers that the store has taken and whose slots don't know it yet. */
  private final ArrayDeque<Applied> applied = new ArrayDeque<>();

  private final int[] layers = new int[Vocabulary.SLOTS];

  /** By slot, the ticket up to which it knows that the store has everything. */
  private final long[] released = new long[Vocabulary.SLOTS];

  /** What the node answered to a client. */
  record Answered(Op op, Answer answer) {}

  /**
   * An execution.
   *
   * @param made the steps
   * @param refused whether one found no room
   * @param late what had been parked and was executed now
   * @param asked what has to be read for it
   */
  record Ran(List<Made> made, boolean refused, List<Slot.Ran> late, List<Asked> asked) {}

  /** Reads store and journal; every call of either may fail. */
  SimulatedProcess(World world, Dice dice) {
    this.world = world;
    int count = Vocabulary.SLOTS;
    directory = DataDirectory.open(world.seams().disk(world.disk()), count, world.directory());
    var config = world.config();
    var store = world.seams().store(world.store());
    var before = world.store().copy();
    directory.checkComplete(isUsed(before));
    cache = new HeadCache(config.memory());
    var journalRoom = new JournalRoom(config.journal());
    room = new RoomLog(new OverlayRoom(journalRoom, cache, config.checkpoint().overlayBytesMax()));
    slots = new Slots(count, config.limits(), room, cache);
    shadow = new ShadowSlots(count, config, room);
    var slotStore = new SlotStore(store);
    checkpoint = new Checkpoint(directory, slotStore, config);
    var freezing = new Freezing(slots, cache, config.memory(), config.checkpoint());
    var recovery = new Recovery(slots, slotStore, freezing, checkpoint);
    recovery.load();
    var journaled = new JournaledEntries(world.seams(), before);
    journal =
        SegmentJournal.open(
            directory,
            config.journal(),
            world.seams().recoveryRules(),
            (entry, _) -> journaled.add(entry));
    journalRoom.connect(journal, journalRoom.upkeepInPlace(journal));
    var entries = journaled.entries();
    entries.forEach(recovery::read);
    recovery.finish();
    beyondStore = journaled.isBeyondStore();
    for (int slot = 0; slot < count; slot++) {
      found[slot] = slots.lastTicket(slot);
      released[slot] = world.store().appliedTicket(slot);
    }
    shadow.recover(directory, before, entries);
    execution = new Execution(slots, journalRoom, freezing, config);
    commit = new Commit(journal, Runnable::run);
    reads = new Reads(store, world.seams(), dice);
    long lastMillis = Math.max(journal.lastTimeMillis(), slots.timeMillis());
    clock = new NodeClock(world.time().wallMillis(), lastMillis, world.time()::nanos);
  }

  private static boolean isUsed(Store store) {
    return IntStream.range(0, store.slots()).anyMatch(slot -> store.appliedTicket(slot) > 0);
  }

  /** By slot, the last ticket that was found when the process started. */
  long[] found() {
    return found.clone();
  }

  /** Whether the journal had more of a slot than its store. */
  boolean foundBeyondStore() {
    return beyondStore;
  }

  /** Begins to serve. */
  Ran open() {
    long incarnation = world.seams().incarnation(journal.incarnation());
    room.begin();
    execution.open(incarnation, nowMillis());
    return ran(shadow.open(incarnation, nowMillis()), List.of());
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

  private long nowMillis(Command command) {
    return world.seams().nowMillis(command, nowMillis(), world.time().wallMillis());
  }

  /** Why the node will refuse a command without executing it; INTERNAL if it won't. */
  ErrorCode refusal(Op op) {
    if (op.expiryNanos() != Call.NEVER && world.time().nanos() - op.expiryNanos() >= 0) {
      return ErrorCode.DEADLINE_PASSED;
    }
    boolean mayWait = op.command() instanceof Command.Lease lease && lease.waitMillis() > 0;
    boolean tooManyWait = execution.waiting() >= world.config().waitingLeasesMax();
    boolean tooManyParked = execution.parked() >= world.config().parkedCallsMax();
    return (mayWait && tooManyWait)
            || (tooManyParked && !(op.command() instanceof Command.GiveBack))
        ? ErrorCode.OVERLOADED
        : ErrorCode.INTERNAL;
  }

  /** Executes a command, which must not be refused. */
  Ran execute(Op op) {
    Call call = call(op);
    long now = nowMillis(call.command());
    room.begin();
    execution.execute(call, now, clock.nowNanos());
    return repeat(
        sink -> shadow.slots().execute(op.slot(), op.caller(), call.command(), now, sink));
  }

  /** Lets the node refuse a command, as it must. */
  void refuse(Op op) {
    execution.execute(call(op), nowMillis(op.command()), clock.nowNanos());
  }

  private Call call(Op op) {
    return new Call(
        op.caller(),
        op.slot(),
        world.seams().command(op.command()),
        world.seams().durability(op.durability()),
        op.expiryNanos(),
        answer -> answers.add(new Answered(op, answer)));
  }

  /** Whether a command waits for something to be read, and isn't executed yet. */
  boolean isParked(int slot, long caller) {
    return shadow.slots().isParked(slot, caller);
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
    long now = nowMillis(new Command.Tick());
    room.begin();
    execution.tick(now);
    return repeat(sink -> shadow.slots().tick(now, sink));
  }

  /** Supplies a slot with what was read for it. */
  Ran supply(Reads.Read read) {
    var supply = world.seams().supply(read, released[read.asked().slot()]);
    long now = nowMillis(new Command.Tick());
    room.begin();
    var late = execution.supply(supply, now);
    var again = new ArrayList<Slot.Ran>();
    List<Made> made = shadow.supply(supply, now, again);
    if (!callers(late).equals(callers(again))) {
      throw new Violation("C2", "%s was executed late, and again %s".formatted(late, again));
    }
    return ran(made, again);
  }

  private static List<Long> callers(List<Slot.Ran> late) {
    return late.stream().map(Slot.Ran::caller).toList();
  }

  private Ran repeat(Consumer<StepSink> again) {
    return ran(shadow.run(again), List.of());
  }

  /** Compares the node's slots with the shadow, and notes what they ask for. */
  private Ran ran(List<Made> made, List<Slot.Ran> late) {
    for (int slot = 0; slot < slots.count(); slot++) {
      if (slots.lastTicket(slot) != shadow.slots().lastTicket(slot)) {
        throw new Violation("C2", "the same commands gave other tickets in slot " + slot);
      }
    }
    var asked = execution.takeAsked();
    var again = shadow.slots().takeAsked();
    if (!asked.equals(again)) {
      throw new Violation("C2", "the same commands asked for %s, not %s".formatted(again, asked));
    }
    reads.add(asked);
    return new Ran(made, room.refused(), late, asked);
  }

  Reads reads() {
    return reads;
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

  /** Writes everything that was executed in batches that have ended. */
  void write() {
    if (!pending.isEmpty()) {
      var batches = List.copyOf(pending);
      pending.clear();
      commit.write(batches);
    }
  }

  /** Whether a caller waits for a sync. */
  boolean isSyncDue() {
    return commit.isSyncDue();
  }

  /** Makes everything durable that was written. */
  void sync() {
    commit.sync(batches -> batches.forEach(batch -> batch.layers().forEach(checkpoint::add)));
  }

  // ---- Going to the store

  /** How slots are chosen that go to the store. */
  enum Freeze {
    DUE,
    OLDEST,
    ALL
  }

  /** Freezes slots, in a batch of their own; their numbers. */
  List<Integer> freeze(Freeze which) {
    endBatch();
    switch (which) {
      case DUE -> execution.freezeDue(nowMillis());
      case OLDEST -> execution.freezeOldest(checkpoint.sealedBytes(journal.status()), nowMillis());
      case ALL -> execution.freezeAll(nowMillis());
    }
    Batch batch = execution.takeBatch();
    if (!batch.isEmpty()) {
      pending.add(batch);
    }
    for (FrozenLayer layer : batch.layers()) {
      layers[layer.slot()]++;
      shadow.freeze(layer);
    }
    return batch.layers().stream().map(FrozenLayer::slot).toList();
  }

  /** Layers of a slot that were frozen and are still in its memory. */
  int layers(int slot) {
    return layers[slot];
  }

  /** Whether there is a layer that the store doesn't have. */
  boolean hasUnapplied() {
    return Arrays.stream(layers).sum() > applied.size();
  }

  Checkpoint checkpoint() {
    return checkpoint;
  }

  /** Gives the next layer to the store; there must be one. Its slot doesn't know yet. */
  void apply() {
    applied.add(checkpoint.applyNext(world.time().nanos()));
  }

  /** Tells a slot of the next layer that the store has; whether there was one. */
  boolean release() {
    Applied next = applied.poll();
    if (next != null) {
      released[next.slot()] = next.ticket();
      layers[next.slot()]--;
      execution.applied(next);
      shadow.applied(next);
    }
    return next != null;
  }

  /** What the slots have in memory. */
  HeadCache cache() {
    return cache;
  }

  /** The ticket up to which a slot knows that the store has everything. */
  long released(int slot) {
    return released[slot];
  }

  void trim() {
    checkpoint.trim(journal);
  }

  int segments() {
    return journal.status().segments();
  }

  /** Whether the node would have the slots frozen that keep the journal long. */
  boolean isTooLong() {
    return checkpoint.asksForOldest(journal.status(), world.time().nanos());
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
