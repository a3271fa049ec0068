package dev.millrace.queue;

import dev.millrace.queue.Change.Outcome;
import dev.millrace.queue.Change.RequestKept;
import dev.millrace.queue.Command.Lease;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Reply.Failed;
import dev.millrace.queue.Reply.Granted;
import dev.millrace.queue.Reply.LeasedTask;
import dev.millrace.queue.RequestWindow.Seen;
import dev.millrace.queue.Step.Answer;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Leased;
import dev.millrace.queue.Waiters.Waiter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A fixed share of the consistency groups: executes commands one after the other on its queues,
 * which are in memory.
 *
 * <p><b>Steps.</b> A command becomes one or more steps. Each is made by an {@link Edit}, which
 * changes the state at once; then its changes are encoded and the journal's {@link Room} is asked
 * for; then it takes effect or is taken back whole. So a failed element and a full disk are the
 * same case: nothing changed.
 *
 * <p><b>Waiting.</b> A step that touches queues wakes those who wait on them. They are served at
 * the end of the execution, first come, first served, each by a step of its own, because the ticket
 * of a step is the number of the lease it grants.
 */
public final class Slot {
  /** Deadlines that one step executes, so that no step is without bound. */
  private static final int EXPIRIES_PER_STEP = 1000;

  private static final int DELETED_SAMPLE_MAX = 1000;
  private static final Problem DISK_FULL =
      new Problem(
          ErrorCode.DISK_FULL, "the journal has no room: only what makes queues shorter is taken");

  private final int number;
  private final Limits limits;
  private final Room room;
  private final SlotState state;
  private final Waiters waiters = new Waiters();

  /** Queues that may have something to give to those who wait. */
  private final Set<Queue> woken = new LinkedHashSet<>();

  /** Queues that somebody may wait for and that only a rate limit keeps from giving. */
  private final Set<Queue> throttled = new LinkedHashSet<>();

  private boolean isOpen;
  private List<Step> steps = new ArrayList<>();

  public Slot(int number, Limits limits, Room room) {
    this.number = number;
    this.limits = limits;
    this.room = room;
    this.state = new SlotState(limits);
  }

  /** The slot, of {@code slots}, that a consistency group belongs to. */
  public static int of(String group, int slots) {
    // The finalizer of MurmurHash3: String's own hash keeps similar names close together.
    int hash = group.hashCode();
    hash = (hash ^ hash >>> 16) * 0x85ebca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
    return Math.floorMod(hash ^ hash >>> 16, slots);
  }

  public int number() {
    return number;
  }

  public long lastTicket() {
    return state.lastTicket();
  }

  /** The latest time that the slot has seen. */
  public long timeMillis() {
    return state.timeMillis();
  }

  public PolicyDocument policies() {
    return state.policies();
  }

  /** Applies a durable step, in the order of tickets. Only before {@link #open}. */
  public void restore(long ticket, long timeMillis, List<Change> changes) {
    Invariant.check(!isOpen, "slot=%d is open and can't be restored", number);
    Invariant.check(
        ticket > state.lastTicket(),
        "slot=%d ticket=%d comes after %d",
        number,
        ticket,
        state.lastTicket());
    state.setLastTicket(ticket);
    var _ = state.advanceTo(timeMillis);
    state.apply(changes);
  }

  /**
   * Ends recovery. Tickets go on above all that any earlier incarnation may have given, also to
   * steps that were lost.
   *
   * @param incarnation larger than that of any earlier opening of this slot
   */
  public void open(long incarnation, long nowMillis) {
    Invariant.check(!isOpen, "slot=%d is open", number);
    isOpen = true;
    state.setLastTicket(Ticket.before(incarnation, state.lastTicket()));
    var _ = state.advanceTo(nowMillis);
  }

  /**
   * When to execute the next {@link Command.Tick}; {@link Long#MAX_VALUE} when nothing is ever due.
   */
  public long nextWakeMillis() {
    long wake = Math.min(state.queues().nextDeadlineMillis(), waiters.nextTimeoutMillis());
    for (Queue queue : throttled) {
      wake = Math.min(wake, queue.throttledUntilMillis(state.timeMillis()));
    }
    long idleSince = state.queues().idleSinceMillis();
    return idleSince == Queue.NEVER ? wake : Math.min(wake, idleSince + limits.idleQueueMillis());
  }

  /**
   * Executes a command. A lease that waits has no answer in the steps returned; a later step, of
   * this or another command, answers it. Waiting leases are served in the order in which they came,
   * inside the execution that wakes them.
   *
   * @param caller names the caller in {@link Answer}; used once
   * @param nowMillis never less than in an earlier call; a smaller value counts as the earlier one
   */
  public List<Step> execute(long caller, Command command, long nowMillis) {
    Invariant.check(isOpen, "slot=%d isn't open", number);
    steps = new ArrayList<>();
    long now = state.advanceTo(nowMillis);
    switch (command) {
      case Command.Update update -> update(caller, update, now);
      case Lease lease -> lease(caller, lease, now);
      case Command.Cancel(long waiting) -> cancel(caller, waiting);
      case Command.GiveBack(long lease, var tasks) -> giveBack(caller, lease, tasks, now);
      case Command.Get(var queue, var pid) -> answer(caller, Look.get(state, queue, pid));
      case Command.Peek peek -> answer(caller, Look.peek(state, peek));
      case Command.Survey survey -> answer(caller, Look.survey(state, survey));
      case Command.DeleteQueue(var queue, var request) -> deleteQueue(caller, queue, request, now);
      case Command.DeleteMatching delete -> deleteMatching(caller, delete, now);
      case Command.Pause(var queue, boolean paused) -> pause(caller, queue, paused, now);
      case Command.RenewAll renewAll -> renewAll(caller, renewAll, now);
      case Command.GetPolicies() -> answer(caller, new Reply.Policies(state.policies()));
      case Command.SetPolicies(long expected, var policies) ->
          setPolicies(caller, expected, policies, now);
      case Command.AdoptPolicies(var document) -> adoptPolicies(caller, document, now);
      case Command.Tick() -> tick(caller, now);
    }
    serveWaiters(now);
    return steps;
  }

  // ---- Steps

  private void answer(long caller, Reply reply) {
    steps.add(
        new Step(
            state.lastTicket(),
            state.timeMillis(),
            List.of(),
            Payload.EMPTY,
            List.of(new Answer(caller, reply))));
  }

  private void fail(long caller, Problem problem) {
    answer(caller, new Failed(problem));
  }

  /** Makes the edit a step with this answer, or takes it back when the journal has no room. */
  private boolean commit(Edit edit, List<Answer> answers) {
    List<Change> changes = edit.changes();
    Payload encoded = StepCodec.encode(edit.ticket(), edit.nowMillis(), changes);
    if (!room.tryTake(encoded.length(), edit.isGrowth())) {
      edit.rollback();
      return false;
    }
    state.setLastTicket(edit.ticket());
    woken.addAll(edit.commit());
    steps.add(new Step(edit.ticket(), edit.nowMillis(), changes, encoded, answers));
    return true;
  }

  private void commitOrFail(Edit edit, long caller, Reply reply) {
    if (!commit(edit, List.of(new Answer(caller, reply)))) {
      fail(caller, DISK_FULL);
    }
  }

  // ---- Update

  private void update(long caller, Command.Update update, long now) {
    if (update.elements().size() > limits.elementsMax()) {
      fail(
          caller,
          new Problem(
              ErrorCode.TOO_LARGE,
              "an update has at most %d elements, this one has %d"
                  .formatted(limits.elementsMax(), update.elements().size())));
      return;
    }
    if (isSettled(caller, update.request(), now)) {
      return;
    }
    Edit edit = new Edit(state, now);
    Elements elements = new Elements(edit, limits);
    List<ElementResult> results = new ArrayList<>(update.elements().size());
    for (int i = 0; i < update.elements().size(); i++) {
      switch (elements.apply(update.elements().get(i))) {
        case Attempt.Did(var result) -> results.add(result);
        case Attempt.Refused(var problem) -> {
          edit.rollback();
          failForGood(caller, update.request(), problem.at(i), now);
          return;
        }
      }
    }
    Reply.Updated reply = new Reply.Updated(results);
    keep(edit, update.request(), new Outcome.Update(reply));
    if (edit.isEmpty()) {
      // Everything collapsed, was skipped or only looked: no state to journal, but statistics to
      // count.
      edit.commit();
      answer(caller, reply);
    } else {
      commitOrFail(edit, caller, reply);
    }
  }

  /** Answers a request that was executed before, or is too old to tell; false when it is new. */
  private boolean isSettled(long caller, @Nullable RequestId request, long now) {
    switch (state.requests().look(request, now)) {
      case Seen.New() -> {
        return false;
      }
      case Seen.TooOld() ->
          fail(
              caller,
              new Problem(
                  ErrorCode.REQUEST_TOO_OLD,
                  "the outcome of this request isn't kept any more; it was not executed now"));
      case Seen.Before(var outcome) -> answer(caller, repeated(outcome, now));
    }
    return true;
  }

  private Reply repeated(Outcome outcome, long now) {
    return switch (outcome) {
      case Outcome.Update(var reply) -> reply;
      case Outcome.Failure(var problem) -> new Failed(problem);
      case Outcome.Delete(long queues, long tasks) -> new Reply.Deleted(List.of(), queues, tasks);
      case Outcome.Grant(long lease, var names) -> new Granted(stillHeld(lease, names, now));
    };
  }

  private List<LeasedTask> stillHeld(long lease, List<TaskName> names, long now) {
    List<LeasedTask> held = new ArrayList<>();
    for (TaskName name : names) {
      Queue queue = state.queues().find(name.queue());
      Task task = queue == null ? null : queue.find(name.pid());
      if (task != null
          && task.lease() == lease
          && task.state() instanceof Leased leased
          && leased.untilMillis() > now) {
        held.add(new LeasedTask(name.queue(), task));
      }
    }
    return held;
  }

  private void keep(Edit edit, @Nullable RequestId request, Outcome outcome) {
    if (request != null) {
      edit.keep(new RequestKept(request, edit.nowMillis(), outcome));
    }
  }

  /** Fails a request in a way that its repetitions will fail too. */
  private void failForGood(long caller, @Nullable RequestId request, Problem problem, long now) {
    if (request == null) {
      fail(caller, problem);
      return;
    }
    Edit edit = new Edit(state, now);
    keep(edit, request, new Outcome.Failure(problem));
    commitOrFail(edit, caller, new Failed(problem));
  }

  // ---- Lease

  private void lease(long caller, Lease lease, long now) {
    if (lease.maxTasks() > limits.leaseTasksMax()) {
      fail(
          caller,
          new Problem(
              ErrorCode.TOO_LARGE,
              "a lease asks for at most %d tasks, not %d"
                  .formatted(limits.leaseTasksMax(), lease.maxTasks())));
      return;
    }
    if (isSettled(caller, lease.request(), now)) {
      return;
    }
    Waiter earlier = waiters.ofRequest(lease.request());
    if (earlier != null) {
      waiters.remove(earlier);
      fail(
          earlier.caller(),
          new Problem(ErrorCode.SUPERSEDED, "a newer request with the same id took its place"));
    }
    // What is due by now belongs first to those who were here before.
    expireDue(lease.source(), now);
    woken.addAll(throttled);
    serveWaiters(now);
    if (grant(caller, lease, now)) {
      return;
    }
    if (lease.waitMillis() == 0) {
      answer(caller, Granted.NOTHING);
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
    Edit edit = new Edit(state, now);
    List<LeasedTask> tasks = new Grant(edit, lease, limits).from(queues);
    if (tasks.isEmpty()) {
      return false;
    }
    keep(
        edit,
        lease.request(),
        new Outcome.Grant(edit.ticket(), tasks.stream().map(Slot::nameOf).toList()));
    return commit(edit, List.of(new Answer(caller, new Granted(tasks))));
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
      Edit edit = new Edit(state, now);
      new Expiry(edit).run(queue, EXPIRIES_PER_STEP);
      goesOn = commit(edit, List.of());
    }
  }

  private void cancel(long caller, long waiting) {
    Waiter waiter = waiters.ofCaller(waiting);
    if (waiter != null) {
      waiters.remove(waiter);
      answer(waiter.caller(), Granted.NOTHING);
    }
    answer(caller, new Reply.Done());
  }

  private void giveBack(long caller, long lease, List<TaskName> tasks, long now) {
    Edit edit = new Edit(state, now);
    for (TaskName name : tasks) {
      Queue queue = state.queues().find(name.queue());
      Task task = queue == null ? null : queue.find(name.pid());
      if (queue != null && task != null && task.isLeased() && task.lease() == lease) {
        edit.put(queue, task.unleased(Available.INSTANCE));
      }
    }
    commitUnlessEmpty(edit, caller, new Reply.Done());
  }

  private void commitUnlessEmpty(Edit edit, long caller, Reply reply) {
    if (edit.isEmpty()) {
      answer(caller, reply);
    } else {
      commitOrFail(edit, caller, reply);
    }
  }

  // ---- Whole queues

  private void deleteQueue(long caller, QueueName name, @Nullable RequestId request, long now) {
    if (isSettled(caller, request, now)) {
      return;
    }
    Queue queue = state.queues().find(name);
    if (queue == null || queue.isIdle()) {
      failForGood(
          caller,
          request,
          new Problem(ErrorCode.NOT_FOUND, "there is no queue %s".formatted(name)),
          now);
    } else {
      delete(caller, List.of(queue), request, now);
    }
  }

  private void deleteMatching(long caller, Command.DeleteMatching command, long now) {
    if (isSettled(caller, command.request(), now)) {
      return;
    }
    List<Queue> matching = new ArrayList<>();
    for (Queue queue : state.queues().all()) {
      if (!queue.isIdle() && command.names().matches(queue.name)) {
        matching.add(queue);
      }
    }
    matching.sort((a, b) -> a.name.compareTo(b.name));
    if (command.dryRun()) {
      answer(caller, deleted(matching, now));
    } else if (matching.size() != command.expectedQueues()) {
      failForGood(
          caller,
          command.request(),
          new Problem(
              ErrorCode.CONFLICT,
              "%d queues match, not %d".formatted(matching.size(), command.expectedQueues())),
          now);
    } else {
      delete(caller, matching, command.request(), now);
    }
  }

  private void delete(long caller, List<Queue> queues, @Nullable RequestId request, long now) {
    Reply.Deleted reply = deleted(queues, now);
    Edit edit = new Edit(state, now);
    queues.forEach(edit::drop);
    keep(edit, request, new Outcome.Delete(reply.queues(), reply.tasks()));
    commitUnlessEmpty(edit, caller, reply);
    // Not all of them: without room the queues are still there.
    throttled.removeIf(queue -> state.queues().find(queue.id) == null);
  }

  private static Reply.Deleted deleted(List<Queue> queues, long now) {
    List<QueueStats> sample =
        queues.stream().limit(DELETED_SAMPLE_MAX).map(queue -> queue.stats(now)).toList();
    return new Reply.Deleted(sample, queues.size(), queues.stream().mapToLong(Queue::size).sum());
  }

  private void pause(long caller, QueueName name, boolean paused, long now) {
    Queue existing = state.queues().find(name);
    boolean wasPaused = existing != null && existing.isPaused();
    Edit edit = new Edit(state, now);
    if (wasPaused != paused) {
      edit.pause(edit.findOrCreate(name), paused);
    }
    commitUnlessEmpty(edit, caller, new Reply.Paused(wasPaused));
  }

  private void renewAll(long caller, Command.RenewAll command, long now) {
    Edit edit = new Edit(state, now);
    long renewed = 0;
    for (Queue queue : state.queues().holders().queuesOf(command.holder())) {
      if (command.group() != null && !command.group().equals(queue.name.group())) {
        continue;
      }
      long untilMillis = now + queue.policy().leaseMillis(command.leaseMillis());
      for (Pid pid : List.copyOf(queue.leasedBy(command.holder()))) {
        Task task = queue.find(pid);
        if (task != null && task.state() instanceof Leased leased && leased.untilMillis() > now) {
          edit.put(
              queue,
              task.withState(new Leased(leased.holder(), leased.sinceMillis(), untilMillis)));
          renewed++;
        }
      }
    }
    commitUnlessEmpty(edit, caller, new Reply.RenewedAll(renewed));
  }

  // ---- Policies

  private void setPolicies(long caller, long expectedVersion, List<Policy> policies, long now) {
    long version = state.policies().version();
    if (version != expectedVersion) {
      fail(
          caller,
          new Problem(
              ErrorCode.CONFLICT,
              "the policies have version %d, not %d".formatted(version, expectedVersion)));
      return;
    }
    putPolicies(caller, new PolicyDocument(version + 1, policies), now);
  }

  private void adoptPolicies(long caller, PolicyDocument document, long now) {
    if (document.version() <= state.policies().version()) {
      answer(caller, new Reply.Policies(state.policies()));
    } else {
      putPolicies(caller, document, now);
    }
  }

  private void putPolicies(long caller, PolicyDocument document, long now) {
    Edit edit = new Edit(state, now);
    edit.onCommit(
        new Change.PoliciesPut(document),
        () -> {
          state.setPolicies(document);
          woken.addAll(state.queues().inTurn());
        });
    commitOrFail(edit, caller, new Reply.Policies(document));
  }

  // ---- Time

  private void tick(long caller, long now) {
    for (Queue queue : state.queues().due(now)) {
      expireDue(queue, now);
    }
    // What became due at this very moment goes to those whose wait ends now rather than to nobody.
    woken.addAll(throttled);
    serveWaiters(now);
    while (waiters.nextTimeoutMillis() <= now) {
      Waiter waiter = waiters.firstTimedOut();
      waiters.remove(waiter);
      answer(waiter.caller(), Granted.NOTHING);
    }
    forgetIdle(now);
    answer(caller, new Reply.Done());
  }

  private void forgetIdle(long now) {
    Edit edit = new Edit(state, now);
    for (int i = 0; i < EXPIRIES_PER_STEP && isForgettable(now); i++) {
      edit.drop(state.queues().longestIdle());
    }
    if (!edit.isEmpty()) {
      commit(edit, List.of());
    }
  }

  private boolean isForgettable(long now) {
    long since = state.queues().idleSinceMillis();
    return since != Queue.NEVER && since + limits.idleQueueMillis() <= now;
  }

  // ---- Waiting

  private void serveWaiters(long now) {
    while (!woken.isEmpty()) {
      if (!waiters.isEmpty()) {
        // Whatever a woken lease could also take belongs first to those who came before it.
        state.queues().due(now).forEach(queue -> expireDue(queue, now));
        woken.addAll(throttled);
      }
      List<Queue> queues = List.copyOf(woken);
      woken.clear();
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
    boolean waits =
        !waiters.isEmpty() && !queue.canGive(now) && queue.throttledUntilMillis(now) != Queue.NEVER;
    if (waits) {
      throttled.add(queue);
    } else {
      throttled.remove(queue);
    }
  }
}
