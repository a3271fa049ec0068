package dev.millrace.simulation;

import dev.millrace.queue.Change;
import dev.millrace.queue.Command;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Step;
import dev.millrace.queue.TaskState.Leased;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Follows steps that answer nobody: deadlines that take effect, queues that are forgotten, and the
 * parts of a renewal of all leases.
 */
final class UnansweredSteps {
  private final Model model;
  private final Generations generations;

  UnansweredSteps(Model model, Generations generations) {
    this.model = model;
    this.generations = generations;
  }

  /**
   * Follows a step.
   *
   * @param command what is being executed and has not been answered yet
   */
  void follow(Step step, Command command) {
    if (command instanceof Command.RenewAll renew && isRenewal(step)) {
      renewals(renew, step);
    } else {
      deadlines(step);
    }
  }

  /** Whether tasks stay leased, which no deadline lets them. */
  private static boolean isRenewal(Step step) {
    return step.changes().stream()
        .anyMatch(change -> change instanceof Change.TaskChanged(_, _, Leased _, _, _));
  }

  private void renewals(Command.RenewAll renew, Step step) {
    for (Change change : step.changes()) {
      if (change instanceof Change.TaskChanged(long id, var pid, _, _, _)
          && !model.renew(renew, generations.name(id), pid)) {
        throw new Violation(
            "C2", "%s must not renew %s in %s".formatted(renew, pid, generations.name(id)));
      }
    }
  }

  private void deadlines(Step step) {
    var free = new ArrayDeque<Pid>();
    for (Change change : step.changes()) {
      if (change instanceof Change.TaskPut(_, var task)
          && FifoForm.ticketOf(task.pid()).orElse(0) == step.ticket()) {
        free.add(task.pid());
      }
    }
    var expiry = new ModelExpiry(model.state);
    var last = new HashMap<Long, Long>();
    for (Change change : step.changes()) {
      switch (change) {
        case Change.TaskChanged(long id, var pid, _, _, _) ->
            checkOrder(id, expiry.expire(generations.name(id), pid, free::remove), last);
        case Change.TaskGone(long id, var pid) ->
            checkOrder(id, expiry.expire(generations.name(id), pid, free::remove), last);
        case Change.QueueGone(long id) -> forget(generations.name(id));
        case Change.QueuePut _, Change.QueueCounts _, Change.TaskPut _ -> {}
        case Change.PoliciesPut _, Change.RequestKept _ ->
            throw new Violation("C2", "a step without an answer made " + change);
      }
    }
  }

  /** Of the tasks of a queue that expire together, the one that is due first goes first. */
  private static void checkOrder(long queueId, long deadlineMillis, Map<Long, Long> last) {
    Long before = last.put(queueId, deadlineMillis);
    if (before != null && before > deadlineMillis) {
      throw new Violation(
          "L5", "a deadline at %d took effect before one at %d".formatted(before, deadlineMillis));
    }
  }

  private void forget(QueueName name) {
    ModelQueue queue = model.state.queue(name);
    long idleMillis = queue == null ? 0 : model.state.timeMillis - queue.idleSinceMillis;
    if (queue == null || queue.isVisible() || idleMillis < model.state.limits.idleQueueMillis()) {
      throw new Violation("D1", "the queue was forgotten without being idle: " + name);
    }
    model.state.marks.hit("queue.forgotten");
    model.state.queues.remove(name);
  }
}
