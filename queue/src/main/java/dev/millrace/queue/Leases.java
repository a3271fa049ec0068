package dev.millrace.queue;

import dev.millrace.queue.Change.Outcome;
import dev.millrace.queue.Command.Lease;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Reply.Granted;
import dev.millrace.queue.Reply.LeasedTask;
import dev.millrace.queue.Step.Answer;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.Waiters.Waiter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Grants leases, lets them wait, and ends them when their time has come; docs/protocol.md, "Lease".
 *
 * <p>A step that touches queues wakes those who wait on them. They are served at the end of the
 * execution, first come, first served, each by a step of its own, because the ticket of a step is
 * the number of the lease that it grants.
 */
final class Leases {
  private final SlotState state;
  private final Steps steps;
  private final Limits limits;
  private final Waiters waiters = new Waiters();

  /** Queues that somebody may wait for and that only a rate limit keeps from giving. */
  private final Set<Queue> throttled = new LinkedHashSet<>();

  Leases(SlotState state, Steps steps, Limits limits) {
    this.state = state;
    this.steps = steps;
    this.limits = limits;
  }

  void lease(long caller, Lease lease, long now) {
    if (lease.maxTasks() > limits.leaseTasksMax()) {
      steps.fail(
          caller,
          new Problem(
              ErrorCode.TOO_LARGE,
              "a lease asks for at most %d tasks, not %d"
                  .formatted(limits.leaseTasksMax(), lease.maxTasks())));
      return;
    }
    if (steps.isSettled(caller, lease.request(), Outcome.Grant.class, now)) {
      return;
    }
    Waiter earlier = waiters.ofRequest(lease.request());
    if (earlier != null) {
      waiters.remove(earlier);
      steps.fail(
          earlier.caller(),
          new Problem(ErrorCode.SUPERSEDED, "a newer request with the same id took its place"));
    }
    // What is due by now belongs first to those who were here before.
    expireDue(lease.source(), now);
    steps.touch(throttled);
    serveWaiters(now);
    if (grant(caller, lease, now)) {
      return;
    }
    if (lease.waitMillis() == 0) {
      steps.answer(caller, Granted.NOTHING);
      return;
    }
    waiters.add(caller, lease, now);
    for (Queue queue : candidates(lease.source())) {
      noteThrottled(queue, now);
    }
  }

  /** Answers the lease with what it can get; false when that is nothing. */
  private boolean grant(long caller, Lease lease, long now) {
    List<Queue> queues = candidates(lease.source());
    if (queues.stream().noneMatch(queue -> queue.canGive(now))) {
      return false;
    }
    Edit edit = steps.edit(now);
    List<LeasedTask> tasks = new Grant(edit, lease, limits).from(queues);
    if (tasks.isEmpty()) {
      return false;
    }
    steps.keep(
        edit,
        lease.request(),
        new Outcome.Grant(edit.ticket(), tasks.stream().map(Leases::nameOf).toList()));
    return steps.commit(edit, List.of(new Answer(caller, new Granted(tasks))));
  }

  private static TaskName nameOf(LeasedTask leased) {
    return new TaskName(leased.queue(), leased.task().pid());
  }

  /** Queues that the lease may take from, in the order in which it does. */
  private List<Queue> candidates(Source source) {
    List<Queue> queues = new ArrayList<>();
    switch (source) {
      case Source.Queues(var names) -> {
        for (QueueName name : new LinkedHashSet<>(names)) {
          Queue queue = state.queues().find(name);
          if (queue != null) {
            queues.add(queue);
          }
        }
      }
      case Source.Matching(var names) -> {
        for (Queue queue : state.queues().inTurn()) {
          if (names.matches(queue.name)) {
            queues.add(queue);
          }
        }
      }
    }
    return queues;
  }

  private void expireDue(Source source, long now) {
    switch (source) {
      case Source.Queues _ -> candidates(source).forEach(queue -> expireDue(queue, now));
      case Source.Matching(var names) -> {
        for (Queue queue : state.queues().due(now)) {
          if (names.matches(queue.name)) {
            expireDue(queue, now);
          }
        }
      }
    }
  }

  private void expireDue(Queue queue, long now) {
    boolean goesOn = true;
    while (goesOn && queue.nextDeadlineMillis() <= now) {
      Edit edit = steps.edit(now);
      new Expiry(edit).run(queue);
      goesOn = steps.commit(edit, List.of());
    }
  }

  void cancel(long caller, long waiting) {
    Waiter waiter = waiters.ofCaller(waiting);
    if (waiter != null) {
      waiters.remove(waiter);
      steps.answer(waiter.caller(), Granted.NOTHING);
    }
    steps.answer(caller, new Reply.Done());
  }

  void giveBack(long caller, long lease, List<TaskName> tasks, long now) {
    Edit edit = steps.edit(now);
    for (TaskName name : tasks) {
      Queue queue = state.queues().find(name.queue());
      Task task = queue == null ? null : queue.find(name.pid());
      if (queue != null && task != null && task.isLeased() && task.lease() == lease) {
        edit.put(queue, task.unleased(Available.INSTANCE));
      }
    }
    steps.commitUnlessEmpty(edit, caller, new Reply.Done());
  }

  /** Does what time has made due. */
  void tick(long now) {
    for (Queue queue : state.queues().due(now)) {
      expireDue(queue, now);
    }
    // What became due at this very moment goes to those whose wait ends now rather than to nobody.
    steps.touch(throttled);
    serveWaiters(now);
    while (waiters.nextTimeoutMillis() <= now) {
      Waiter waiter = waiters.firstTimedOut();
      waiters.remove(waiter);
      steps.answer(waiter.caller(), Granted.NOTHING);
    }
  }

  /** When the next deadline, end of a wait or token is due. */
  long nextWakeMillis() {
    long wake = Math.min(state.queues().nextDeadlineMillis(), waiters.nextTimeoutMillis());
    for (Queue queue : throttled) {
      wake = Math.min(wake, queue.throttledUntilMillis(state.timeMillis()));
    }
    return wake;
  }

  /** Gives what the touched queues can give to those who wait, in the order in which they came. */
  void serveWaiters(long now) {
    while (steps.hasTouched()) {
      if (!waiters.isEmpty()) {
        // Whatever a woken lease could also take belongs first to those who came before it.
        state.queues().due(now).forEach(queue -> expireDue(queue, now));
        steps.touch(throttled);
      }
      List<Queue> queues = steps.takeTouched();
      if (!waiters.isEmpty()) {
        waiters.visit(
            queues,
            () -> queues.stream().anyMatch(queue -> queue.canGive(now)),
            waiter -> {
              if (grant(waiter.caller(), waiter.lease(), now)) {
                waiters.remove(waiter);
              }
            });
      }
      queues.forEach(queue -> noteThrottled(queue, now));
    }
  }

  private void noteThrottled(Queue queue, long now) {
    boolean isThere = state.queues().find(queue.id) != null;
    boolean waits =
        isThere
            && !waiters.isEmpty()
            && !queue.canGive(now)
            && queue.throttledUntilMillis(now) != Queue.NEVER;
    if (waits) {
      throttled.add(queue);
    } else {
      throttled.remove(queue);
    }
  }
}
