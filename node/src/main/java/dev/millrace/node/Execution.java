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
 * The execute side of the node: runs calls against the slots and gathers what they did and answered into batches. Used by
 * one thread at a time; time is given to it.
 */
public final class Execution {
  private final Slots slots;

  /** Calls that have no answer yet: the one that is being executed, and leases that wait. In the order in which they came. */
  private final Map<Long, Call> unanswered = new LinkedHashMap<>();

  private Batch batch = new Batch();

  public Execution(Slots slots) {
    this.slots = slots;
  }

  /** Executes a call, unless its time has passed. */
  public void execute(Call call, long nowMillis, long nowNanos) {
    if (call.isExpired(nowNanos)) {
      var problem = new Problem(ErrorCode.DEADLINE_PASSED, "the deadline passed before the call was executed");
      batch.hold(call, new Answer(call.slot(), slots.lastTicket(call.slot()), new Reply.Failed(problem)));
      return;
    }
    unanswered.put(call.caller(), call);
    slots.execute(call.slot(), call.caller(), call.command(), nowMillis, this::take);
  }

  /** Ends the wait of a call, if it still waits. */
  public void cancel(long caller, long nowMillis) {
    Call call = unanswered.get(caller);
    if (call != null) {
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
    slots.tick(nowMillis, this::take);
  }

  /** When there will be something due; {@link Long#MAX_VALUE} for never. */
  public long nextWakeMillis() {
    return slots.nextWakeMillis();
  }

  /** Steps executed since the last {@link #takeBatch}, in bytes. */
  public long batchBytes() {
    return batch.bytes();
  }

  /** What was executed since the last call. */
  public Batch takeBatch() {
    Batch taken = batch;
    batch = new Batch();
    return taken;
  }

  /** Answers every call that was executed and not handed out in a batch; nothing may be executed afterwards. */
  public void failAll(ErrorCode code, String message) {
    takeBatch().fail(code, message);
    unanswered.values().forEach(call -> call.fail(code, message));
    unanswered.clear();
  }

  void take(int slot, Step step) {
    if (!step.changes().isEmpty()) {
      batch.add(slot, step);
    }
    for (var answer : step.answers()) {
      Call call = unanswered.remove(answer.caller());
      if (call != null) {
        batch.hold(call, new Answer(slot, step.ticket(), answer.reply()));
      }
    }
  }
}
