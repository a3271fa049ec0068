package dev.millrace.queue;

import dev.millrace.queue.Meter.Event;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Leased;

/**
 * What the end of a deadline does to a task; docs/protocol.md, "Expiry, attempts, dead letters".
 */
final class Expiry {
  private static final String REASON = "lease expired";

  private final Edit edit;

  Expiry(Edit edit) {
    this.edit = edit;
  }

  /** Executes due deadlines of the queue, as many as fit in a step, until one has to be read. */
  void run(Queue queue) {
    boolean goesOn = true;
    while (goesOn
        && queue.nextDeadlineMillis() <= edit.nowMillis()
        && edit.bytes() < Limits.SPREAD_STEP_BYTES_MAX) {
      Task task = queue.firstDue(edit.nowMillis());
      goesOn = task != null && expire(queue, task);
    }
  }

  private boolean expire(Queue queue, Task task) {
    return switch (task.state()) {
      case Delayed _ -> {
        edit.put(queue, task.withState(Available.INSTANCE));
        yield true;
      }
      case Leased _ -> loseLease(queue, task);
      case Available() ->
          throw new Invariant.Violation(
              "queue=%s: an available task has a deadline".formatted(queue.name));
    };
  }

  private boolean loseLease(Queue queue, Task task) {
    Task failed = task.withPast(task.past().failed(REASON));
    DeadLetters deadLetters = new DeadLetters(edit);
    boolean isDead = deadLetters.claims(queue, failed);
    if (isDead && !deadLetters.knowsPlaceOf(queue, failed)) {
      return false;
    }
    edit.onCommit(() -> queue.meter.count(Event.EXPIRED, 1, edit.nowMillis()));
    if (isDead) {
      var _ = deadLetters.move(queue, failed);
      return true;
    }
    long startMillis = edit.nowMillis() + queue.policy().backoffMillis(failed.past().attempts());
    edit.put(queue, failed.withState(TaskState.from(startMillis, edit.nowMillis())));
    return true;
  }
}
