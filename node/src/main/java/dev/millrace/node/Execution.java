package dev.millrace.node;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The execute side of the node: runs calls against the slots and gathers what they did and answered
 * into batches. Used by one thread at a time; time is given to it.
 */
public final class Execution {
  private final Slots slots;
  private final JournalRoom room;
  private final int waitingMax;

  /**
   * Calls that have no answer yet: the one that is being executed, and leases that wait. In the
   * order in which they came.
   */
  private final Map<Long, Call> unanswered = new LinkedHashMap<>();

  private Batch batch;

  /**
   * Takes over slots into which everything was restored.
   *
   * @param waitingMax leases that may wait at any time
   */
  public Execution(Slots slots, JournalRoom room, int waitingMax) {
    this.slots = slots;
    this.room = room;
    this.waitingMax = waitingMax;
    this.batch = new Batch(0);
  }

  /** Ends recovery; the first batch holds what that changed. */
  public void open(long incarnation, long nowMillis) {
    begin(nowMillis);
    slots.open(incarnation, nowMillis, this::take);
  }

  /** Executes a call, unless its time has passed. */
  public void execute(Call call, long nowMillis, long nowNanos) {
    begin(nowMillis);
    if (call.isExpired(nowNanos)) {
      refuse(call, ErrorCode.DEADLINE_PASSED, "the deadline passed before the call was executed");
    } else if (unanswered.size() >= waitingMax && mayWait(call.command())) {
      refuse(call, ErrorCode.OVERLOADED, "%d leases wait already".formatted(unanswered.size()));
    } else {
      unanswered.put(call.caller(), call);
      slots.execute(call.slot(), call.caller(), call.command(), nowMillis, this::take);
    }
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
      slots.execute(call.slot(), Slots.NOBODY, new Command.Cancel(caller), nowMillis, this::take);
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
    slots.tick(nowMillis, this::take);
  }

  /** When there will be something due; {@link Long#MAX_VALUE} for never. */
  public long nextWakeMillis() {
    return slots.nextWakeMillis();
  }

  /** Leases that wait. */
  public int waiting() {
    return unanswered.size();
  }

  /** Encoded steps executed since the last {@link #takeBatch}. */
  public long batchBytes() {
    return batch.bytes();
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
    unanswered.values().forEach(call -> call.fail(problem));
    unanswered.clear();
  }

  private void begin(long nowMillis) {
    if (batch.isEmpty()) {
      batch = new Batch(Math.max(nowMillis, batch.timeMillis()));
    }
  }

  private void take(int slot, Step step) {
    if (!step.changes().isEmpty()) {
      batch.add(room.fill(slot, step), step.encoded().length());
    }
    for (var answer : step.answers()) {
      Call call = unanswered.remove(answer.caller());
      if (call != null) {
        batch.hold(call, new Answer(slot, step.ticket(), answer.reply()));
      }
    }
  }
}
