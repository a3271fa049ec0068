package dev.millrace.queue;

import dev.millrace.queue.Change.Outcome;
import dev.millrace.queue.Command.Lease;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Parking.Party;
import dev.millrace.queue.Reply.Granted;
import dev.millrace.queue.Reply.LeasedTask;
import dev.millrace.queue.Room.Kind;
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
  private final Unknowns unknowns;
  private final Parking parking;
  private final Waiters waiters = new Waiters();

  /** Waits for due tasks to be read. */
  private final Party dueParty = new Party(0, new Command.Tick());

  /** Waits for tasks to be read that those who wait could get. */
  private final Party waitersParty = new Party(0, new Command.Tick());

  private final HeldBack heldBack = new HeldBack();

  /** Queues that somebody may wait for and that only a rate limit keeps from giving. */
  private final Set<Queue> throttled = new LinkedHashSet<>();

  Leases(SlotState state, Steps steps, Parking parking, Limits limits) {
    this.state = state;
    this.unknowns = state.unknowns();
    this.parking = parking;
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
    if (unknowns.any()) {
      return;
    }
    steps.touch(throttled);
    serveWaiters(now);
    // Somebody who was served just now may have settled this request.
    if (steps.isSettled(caller, lease.request(), Outcome.Grant.class, now)) {
      return;
    }
    if (heldBack.overlaps(lease.source())) {
      unknowns.waitFor(waitersParty);
      return;
    }
    switch (grant(caller, lease, now)) {
      case GRANTED, UNKNOWN -> {}
      case NOTHING -> letWait(caller, lease, now);
      // Not "nothing": there are tasks, and who is told so comes again at once, in vain. Nor does
      // it wait, because what makes room wakes nobody.
      case NO_ROOM -> steps.fail(caller, steps.refusal());
    }
  }

  private void letWait(long caller, Lease lease, long now) {
    if (lease.waitMillis() == 0) {
      steps.answer(caller, Granted.NOTHING);
      return;
    }
    waiters.add(caller, lease, now);
    for (Queue queue : candidates(lease.source())) {
      noteThrottled(queue, now);
    }
  }

  /** What became of a lease. */
  private enum Result {
    GRANTED,
    NOTHING,
    NO_ROOM,
    /** Something has to be read first. */
    UNKNOWN
  }

  /** Answers the lease with what it can get, if that is something. */
  private Result grant(long caller, Lease lease, long now) {
    Iterable<Queue> queues = candidates(lease.source());
    Edit edit = steps.edit(now);
    List<LeasedTask> tasks = new Grant(edit, unknowns, lease, limits).from(queues);
    if (unknowns.any()) {
      edit.rollback();
      return Result.UNKNOWN;
    }
    if (tasks.isEmpty()) {
      return Result.NOTHING;
    }
    if (lease.request() != null) {
      steps.keep(edit, lease.request(), new Outcome.Grant(edit.ticket(), namesOf(tasks)));
    }
    var answer = new Answer(caller, new Granted(tasks));
    return steps.commit(edit, Kind.GRANT, List.of(answer)) ? Result.GRANTED : Result.NO_ROOM;
  }

  private static List<TaskName> namesOf(List<LeasedTask> tasks) {
    List<TaskName> names = new ArrayList<>(tasks.size());
    for (LeasedTask leased : tasks) {
      names.add(new TaskName(leased.queue(), leased.task().pid()));
    }
    return names;
  }

  /** Queues that the lease may take from, in the order in which it does. */
  private Iterable<Queue> candidates(Source source) {
    return switch (source) {
      case Source.Queues(var names) -> named(names);
      case Source.Matching(var names) ->
          () ->
              state.queues().inTurn().stream()
                  .filter(queue -> names.matches(queue.name))
                  .iterator();
    };
  }

  private List<Queue> named(List<QueueName> names) {
    if (names.size() == 1) {
      Queue only = state.queues().find(names.getFirst());
      return only == null ? List.of() : List.of(only);
    }
    List<Queue> queues = new ArrayList<>(names.size());
    for (QueueName name : new LinkedHashSet<>(names)) {
      Queue queue = state.queues().find(name);
      if (queue != null) {
        queues.add(queue);
      }
    }
    return queues;
  }

  private void expireDue(Source source, long now) {
    switch (source) {
      case Source.Queues(var names) -> {
        List<Queue> queues = named(names);
        boolean isHeldKnown = true;
        for (Queue queue : queues) {
          isHeldKnown &= queue.isHeldKnown();
        }
        knowDeadlines(now, isHeldKnown);
        for (Queue queue : queues) {
          expireDue(queue, now);
        }
      }
      case Source.Matching(var names) -> {
        knowDeadlines(now, false);
        for (Queue queue : state.queues().due(now)) {
          if (names.matches(queue.name)) {
            expireDue(queue, now);
          }
        }
      }
    }
  }

  /** Notes that deadlines have to be read, unless all that matter are known. */
  private void knowDeadlines(long now, boolean isHeldKnown) {
    Deadlines deadlines = state.deadlines();
    if (!isHeldKnown && !deadlines.isKnownUntil(now) && !deadlines.isBehind()) {
      unknowns.add(deadlines.next());
    }
  }

  private void expireDue(Queue queue, long now) {
    boolean goesOn = true;
    while (goesOn && queue.nextDeadlineMillis() <= now) {
      Edit edit = steps.edit(now);
      new Expiry(edit).run(queue);
      goesOn = !edit.isEmpty() && steps.commit(edit, List.of());
    }
  }

  /** Expires what is due in any queue; what isn't in memory is read, unless that is being done. */
  private void expireDue(long now) {
    for (Queue queue : state.queues().due(now)) {
      expireDue(queue, now);
    }
    Need more = state.deadlines().due(now);
    if (more != null) {
      unknowns.add(more);
    }
    Unknowns.Missing missing = unknowns.take();
    if (!dueParty.isReady()) {
      return;
    }
    if (missing.isNothing()) {
      parking.unpin(dueParty);
    } else {
      parking.ask(dueParty, missing);
    }
  }

  /** Whether a lease from this source may not see all that is due. */
  private boolean hasUnreadDue(Source source, long now) {
    if (dueParty.isReady()) {
      return false;
    }
    Deadlines deadlines = state.deadlines();
    boolean isKnown = deadlines.isKnownUntil(now) || deadlines.isBehind();
    return switch (source) {
      case Source.Queues(var names) ->
          named(names).stream()
              .anyMatch(
                  queue -> queue.nextDeadlineMillis() <= now || (!isKnown && !queue.isHeldKnown()));
      case Source.Matching(var names) ->
          !isKnown || state.queues().due(now).stream().anyMatch(queue -> names.matches(queue.name));
    };
  }

  void cancel(long caller, long waiting) {
    Waiter waiter = waiters.ofCaller(waiting);
    if (waiter != null) {
      waiters.remove(waiter);
      steps.answer(waiter.caller(), Granted.NOTHING);
    }
    Party parked = parking.ofCaller(waiting);
    if (parked != null && parked.command instanceof Lease) {
      parking.leave(parked);
      steps.answer(waiting, Granted.NOTHING);
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
    if (unknowns.any()) {
      edit.rollback();
      return;
    }
    steps.commitUnlessEmpty(edit, caller, new Reply.Done());
  }

  /** Does what time has made due. */
  void tick(long now) {
    expireDue(now);
    // What became due at this very moment goes to those whose wait ends now rather than to nobody.
    steps.touch(throttled);
    serveWaiters(now);
    while (canTimeOut() && waiters.nextTimeoutMillis() <= now) {
      Waiter waiter = waiters.firstTimedOut();
      waiters.remove(waiter);
      steps.answer(waiter.caller(), Granted.NOTHING);
    }
  }

  /** Not while something is being read that those who wait could get. */
  private boolean canTimeOut() {
    return dueParty.isReady() && waitersParty.isReady();
  }

  /** When the next deadline, end of a wait or token is due. */
  long nextWakeMillis() {
    long wake = canTimeOut() ? waiters.nextTimeoutMillis() : Queue.NEVER;
    if (dueParty.isReady()) {
      wake = Math.min(wake, state.queues().nextDeadlineMillis());
      wake = Math.min(wake, state.deadlines().wakeMillis());
    }
    return throttled.isEmpty() ? wake : Math.min(wake, nextTokenMillis());
  }

  private long nextTokenMillis() {
    long wake = Queue.NEVER;
    for (Queue queue : throttled) {
      wake = Math.min(wake, queue.throttledUntilMillis(state.timeMillis()));
    }
    return wake;
  }

  /** Gives what the touched queues can give to those who wait, in the order in which they came. */
  void serveWaiters(long now) {
    if (waiters.isEmpty() && throttled.isEmpty()) {
      steps.forgetTouched();
      return;
    }
    while (steps.hasTouched()) {
      if (!waiters.isEmpty()) {
        // Whatever a woken lease could also take belongs first to those who came before it.
        expireDue(now);
        steps.touch(throttled);
      }
      List<Queue> queues = steps.takeTouched();
      if (!waiters.isEmpty()) {
        waiters.visit(queues, () -> canAnyGive(queues, now), waiter -> serve(waiter, now));
      }
      queues.forEach(queue -> noteThrottled(queue, now));
    }
  }

  private static boolean canAnyGive(List<Queue> queues, long now) {
    for (Queue queue : queues) {
      if (queue.canGive(now)) {
        return true;
      }
    }
    return false;
  }

  private void serve(Waiter waiter, long now) {
    Source source = waiter.lease().source();
    if (heldBack.overlaps(source)) {
      heldBack.add(source);
    } else if (hasUnreadDue(source, now)) {
      heldBack.add(source);
      unknowns.waitFor(dueParty);
      parking.ask(waitersParty, unknowns.take());
    } else {
      switch (grant(waiter.caller(), waiter.lease(), now)) {
        case GRANTED -> waiters.remove(waiter);
        case UNKNOWN -> {
          heldBack.add(source);
          parking.ask(waitersParty, unknowns.take());
        }
        case NOTHING, NO_ROOM -> {}
      }
    }
  }

  /** An inquiry was answered, and nobody waits for it any longer: goes on with what did. */
  void answered(long inquiry, long now) {
    boolean wasDue = !dueParty.isReady();
    boolean waited = !waitersParty.isReady();
    parking.release(inquiry);
    if (waited && waitersParty.isReady()) {
      steps.touch(heldBack.queues(state.queues()));
      heldBack.clear();
      serveWaiters(now);
    }
    if (wasDue && dueParty.isReady()) {
      tick(now);
    }
    if (waitersParty.isReady()) {
      parking.unpin(waitersParty);
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
