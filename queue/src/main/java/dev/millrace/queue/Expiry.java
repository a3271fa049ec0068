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

  /** Executes due deadlines of the queue, as many as fit in a step. */
  void run(Queue queue) {
    while (queue.nextDeadlineMillis() <= edit.nowMillis()
        && edit.bytes() < Limits.SPREAD_STEP_BYTES_MAX) {
      expire(queue, queue.firstDue());
    }
  }

  private void expire(Queue queue, Task task) {
    switch (task.state()) {
      case Delayed _ -> edit.put(queue, task.withState(Available.INSTANCE));
      case Leased _ -> loseLease(queue, task);
      case Available() ->
          throw new Invariant.Violation(
              "queue=%s: an available task has a deadline".formatted(queue.name));
    }
  }

  private void loseLease(Queue queue, Task task) {
    edit.onCommit(() -> queue.meter.count(Event.EXPIRED, 1, edit.nowMillis()));
    Task failed = task.withPast(task.past().failed(REASON));
    DeadLetters deadLetters = new DeadLetters(edit);
    if (deadLetters.claims(queue, failed)) {
      var _ = deadLetters.move(queue, failed);
      return;
    }
    long startMillis = edit.nowMillis() + queue.policy().backoffMillis(failed.past().attempts());
    edit.put(queue, failed.withState(TaskState.from(startMillis, edit.nowMillis())));
  }
}
