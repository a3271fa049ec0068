package dev.millrace.node;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.node.home.StoreReader.Answered;
import dev.millrace.node.home.StoreReader.Asked;
import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Step;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The execute side of the node: runs calls against the slots and gathers what they did and answered
 * into batches. Used by one thread at a time; time is given to it.
 */
public final class Execution {
  private final Slots slots;
  private final JournalRoom room;
  private final Freezing freezing;
  private final EngineConfig config;

  private final StepSink sink = this::take;

  /** The call that is being executed, until it is answered. Most are at once. */
  private @Nullable Call executing;

  /**
   * Other calls that have no answer yet: leases that wait for a task, and those that are parked. In
   * the order in which they came.
   */
  private final Map<Long, Call> unanswered = new LinkedHashMap<>();

  /** Calls that wait for something to be read from the store, with their sizes. */
  private final Map<Long, Long> parked = new HashMap<>();

  private long parkedBytes;
  private Batch batch;

  /** Takes over slots into which everything was restored. */
  public Execution(Slots slots, JournalRoom room, Freezing freezing, EngineConfig config) {
    this.slots = slots;
    this.room = room;
    this.freezing = freezing;
    this.config = config;
    this.batch = new Batch(0);
  }

  /** Ends recovery; the first batch holds what that changed. */
  public void open(long incarnation, long nowMillis) {
    begin(nowMillis);
    slots.open(incarnation, nowMillis, sink);
  }

  /**
   * Executes a call, unless its time has passed.
   *
   * @param answerNanos when its answer can be expected, on the clock of its expiry
   */
  public void execute(Call call, long nowMillis, long answerNanos) {
    begin(nowMillis);
    if (call.isExpired(answerNanos)) {
      refuse(call, ErrorCode.DEADLINE_PASSED, "the deadline passed before the call was executed");
    } else if (waiting() >= config.waitingLeasesMax() && mayWait(call.command())) {
      refuse(call, ErrorCode.OVERLOADED, "%d leases wait already".formatted(waiting()));
    } else if (isParkingFull() && !(call.command() instanceof Command.GiveBack)) {
      refuse(call, ErrorCode.OVERLOADED, "%d calls wait for the store".formatted(parked.size()));
    } else {
      executing = call;
      slots.execute(call.slot(), call.caller(), call.command(), nowMillis, sink);
      if (executing != null) {
        executing = null;
        noteUnanswered(call);
      }
    }
  }

  /** Remembers a call that was not answered at once. */
  private void noteUnanswered(Call call) {
    unanswered.put(call.caller(), call);
    if (slots.isParked(call.slot(), call.caller())) {
      long bytes = CommandSize.bytesOf(call.command());
      parked.put(call.caller(), bytes);
      parkedBytes += bytes;
    }
  }

  /** Whether a call might find no place to wait; nobody knows before whether it would have to. */
  private boolean isParkingFull() {
    return parked.size() >= config.parkedCallsMax() || parkedBytes >= config.parkedBytesMax();
  }

  /**
   * Gives a slot what it asked for, and executes what waited for that.
   *
   * @return the commands that were executed
   */
  public List<Slot.Ran> supply(Answered supply, long nowMillis) {
    begin(nowMillis);
    var commands = slots.supply(supply, nowMillis, sink);
    commands.forEach(command -> unpark(command.caller()));
    return commands;
  }

  private void unpark(long caller) {
    Long bytes = parked.remove(caller);
    parkedBytes -= bytes == null ? 0 : bytes;
  }

  /** What slots have asked of their store since this was called last. */
  public List<Asked> takeAsked() {
    return slots.takeAsked();
  }

  private static boolean mayWait(Command command) {
    return command instanceof Command.Lease lease && lease.waitMillis() > 0;
  }

  private void refuse(Call call, ErrorCode code, String message) {
    Reply reply = new Reply.Failed(new Problem(code, message));
    batch.hold(call, new Answer(call.slot(), slots.lastTicket(call.slot()), reply));
  }

  /** Ends the wait of a call, if it still waits. */
  public void cancel(long caller, long nowMillis) {
    Call call = unanswered.get(caller);
    if (call != null) {
      begin(nowMillis);
      slots.execute(call.slot(), Slots.NOBODY, new Command.Cancel(caller), nowMillis, sink);
    }
  }

  /** Ends the wait of all calls. */
  public void cancelAll(long nowMillis) {
    for (long caller : List.copyOf(unanswered.keySet())) {
      cancel(caller, nowMillis);
    }
  }

  /** Does what time has made due. */
  public void tick(long nowMillis) {
    begin(nowMillis);
    slots.tick(nowMillis, sink);
  }

  /** Freezes the slots that are due; their layers go with the batch. */
  public void freezeDue(long nowMillis) {
    begin(nowMillis);
    batch.add(freezing.due(nowMillis));
  }

  /** Freezes the slots that keep the journal long, if that pays. */
  public void freezeOldest(long journalBytes, long nowMillis) {
    begin(nowMillis);
    batch.add(freezing.oldest(journalBytes, nowMillis));
  }

  /** Freezes all slots that changed. */
  public void freezeAll(long nowMillis) {
    begin(nowMillis);
    batch.add(freezing.all());
  }

  /** The store has taken a layer. */
  public void applied(Applied applied) {
    freezing.applied(applied);
  }

  /** Has something done when all that was executed so far is durable. */
  void follow(Runnable action, long nowMillis) {
    begin(nowMillis);
    batch.follow(action);
  }

  /** When there will be something due; {@link Long#MAX_VALUE} for never. */
  public long nextWakeMillis() {
    return Math.min(slots.nextWakeMillis(), freezing.nextWakeMillis());
  }

  /** Leases that wait for a task. */
  public int waiting() {
    return unanswered.size() - parked.size();
  }

  /** Calls that wait for the store. */
  public int parked() {
    return parked.size();
  }

  /** Encoded steps executed since the last {@link #takeBatch}. */
  public long batchBytes() {
    return batch.bytes();
  }

  /** Whether a caller waits for a sync of what was executed since the last {@link #takeBatch}. */
  public boolean awaitsSync() {
    return batch.holds(Durability.FSYNC);
  }

  /** What was executed since the last call of this. */
  public Batch takeBatch() {
    Batch taken = batch;
    batch = new Batch(taken.timeMillis());
    room.releaseUnused();
    return taken;
  }

  /**
   * Answers every call that was executed and not handed out in a batch. Nothing may be executed
   * afterwards.
   */
  public void failAll(Problem problem) {
    takeBatch().fail(problem);
    if (executing != null) {
      executing.fail(problem);
      executing = null;
    }
    unanswered.values().forEach(call -> call.fail(problem));
    unanswered.clear();
    parked.clear();
    parkedBytes = 0;
  }

  private void begin(long nowMillis) {
    if (batch.isEmpty()) {
      batch = new Batch(Math.max(nowMillis, batch.timeMillis()));
    }
  }

  private void take(int slot, Step step) {
    if (!step.changes().isEmpty()) {
      batch.add(room.fill(slot, step), step.encoded().length());
      freezing.changed(slot, step.timeMillis());
    }
    for (var answer : step.answers()) {
      Call call = answered(answer.caller());
      if (call != null) {
        batch.hold(call, new Answer(slot, step.ticket(), answer.reply()));
      }
    }
  }

  /** The call of this number, if it had no answer until now. */
  private @Nullable Call answered(long caller) {
    Call call = executing;
    if (call != null && call.caller() == caller) {
      executing = null;
      return call;
    }
    unpark(caller);
    return unanswered.remove(caller);
  }
}
