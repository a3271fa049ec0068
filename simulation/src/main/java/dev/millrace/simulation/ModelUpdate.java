package dev.millrace.simulation;

import dev.millrace.queue.Condition;
import dev.millrace.queue.Element;
import dev.millrace.queue.ElementResult;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Start;
import dev.millrace.queue.Task;
import dev.millrace.queue.Task.Past;
import dev.millrace.queue.TaskName;
import dev.millrace.queue.TaskState;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Leased;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The elements of one update on the {@link Model}; docs/protocol.md, "Update". */
final class ModelUpdate {
  private final ModelState state;
  private final ModelExpiry expiry;
  private final long ticket;

  /** Whether an element so far has changed something. */
  boolean changed;

  /** The element that is being applied. */
  private int number;

  ModelUpdate(ModelState state, long ticket) {
    this.state = state;
    this.expiry = new ModelExpiry(state);
    this.ticket = ticket;
  }

  /** Why an element failed. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final ErrorCode code;

    Refused(ErrorCode code) {
      super(code.name(), null, false, false);
      this.code = code;
    }
  }

  ElementResult apply(Element element, int elementNumber) {
    number = elementNumber;
    ElementResult result =
        switch (element) {
          case Element.Enqueue enqueue -> enqueue(enqueue);
          case Element.EnqueueAll(var queue, var data) -> enqueueAll(queue, data);
          case Element.Dequeue(var queue, var pid, long lease) -> dequeue(queue, pid, lease);
          case Element.Renew renew -> renew(renew);
          case Element.Release release -> release(release);
          case Element.Move move -> move(move);
          case Element.Expect(var condition) -> expect(condition);
        };
    changed |=
        !(result instanceof ElementResult.Collapsed
            || result instanceof ElementResult.Skipped
            || result instanceof ElementResult.Holds);
    return result;
  }

  /** As if each came by itself. */
  private ElementResult enqueueAll(QueueName queue, List<Payload> all) {
    Pid first = FifoForm.of(ticket, number);
    for (Payload data : all) {
      var _ = enqueue(Element.Enqueue.of(queue, null, data));
      number++;
    }
    return new ElementResult.CreatedAll(first, all.size());
  }

  private ElementResult enqueue(Element.Enqueue enqueue) {
    if (enqueue.data().length() > state.limits.dataBytesMax()) {
      throw new Refused(ErrorCode.TOO_LARGE);
    }
    if (enqueue.onlyIf() != null && !holds(enqueue.onlyIf())) {
      return new ElementResult.Skipped();
    }
    Pid pid = enqueue.pid() == null ? FifoForm.of(ticket, number) : given(enqueue.pid());
    Task existing = state.task(enqueue.queue(), pid);
    TaskState start = TaskState.from(enqueue.start().atMillis(state.timeMillis), state.timeMillis);
    Task fresh =
        new Task(pid, enqueue.data(), start, state.timeMillis, Task.NO_LEASE, Past.NONE, null);
    if (existing == null) {
      checkRoomFor(enqueue.queue());
      state.makeQueue(enqueue.queue()).enter(fresh);
      return new ElementResult.Created(pid);
    }
    TaskState.Kind kind = existing.state().kind();
    return switch (enqueue.onConflict()) {
      case KEEP -> new ElementResult.Collapsed(pid, kind);
      case FAIL -> throw new Refused(ErrorCode.ALREADY_EXISTS);
      case REPLACE -> {
        state.makeQueue(enqueue.queue()).put(fresh);
        yield new ElementResult.Replaced(pid, kind);
      }
      case AGAIN -> {
        if (!existing.isLeased()) {
          yield new ElementResult.Collapsed(pid, kind);
        }
        state
            .makeQueue(enqueue.queue())
            .put(
                new Task(
                    pid,
                    existing.data(),
                    existing.state(),
                    existing.enqueuedMillis(),
                    existing.lease(),
                    existing.past(),
                    enqueue.data()));
        yield new ElementResult.RunsAgain(pid);
      }
    };
  }

  private ElementResult dequeue(QueueName queue, Pid pid, long lease) {
    Task task = completable(queue, pid, lease);
    if (lease != Task.NO_LEASE && !task.isLeased()) {
      state.marks.hit("lease.late dequeue");
    }
    if (lease == Task.NO_LEASE || task.again() == null) {
      state.makeQueue(queue).leave(pid);
      return new ElementResult.Removed(pid);
    }
    state
        .makeQueue(queue)
        .put(
            new Task(
                pid,
                task.again(),
                new Available(),
                state.timeMillis,
                Task.NO_LEASE,
                Past.NONE,
                null));
    return new ElementResult.Requeued(pid);
  }

  private ElementResult renew(Element.Renew renew) {
    Task task = held(renew.queue(), renew.pid(), renew.lease());
    Leased leased = (Leased) task.state();
    long until = state.leaseUntil(renew.queue(), renew.leaseMillis());
    var next = new Leased(leased.holder(), leased.sinceMillis(), until);
    state.makeQueue(renew.queue()).put(ModelExpiry.with(task, next, task.lease(), task.past()));
    return new ElementResult.Renewed(renew.pid(), until);
  }

  private ElementResult release(Element.Release release) {
    Task task = held(release.queue(), release.pid(), release.lease());
    long start = release.start().atMillis(state.timeMillis);
    if (release.failed()) {
      boolean delayGiven = !(release.start() instanceof Start.Now);
      TaskName name =
          failed(release, task, delayGiven ? OptionalLong.of(start) : OptionalLong.empty());
      if (!name.queue().equals(release.queue())) {
        return new ElementResult.DeadLettered(name.queue(), name.pid());
      }
    } else {
      TaskState next = TaskState.from(start, state.timeMillis);
      state
          .makeQueue(release.queue())
          .put(ModelExpiry.with(task, next, Task.NO_LEASE, task.past()));
    }
    Task after = state.task(release.queue(), release.pid());
    long until = after != null && after.state() instanceof Delayed(long millis) ? millis : 0;
    return new ElementResult.Released(release.pid(), until);
  }

  private TaskName failed(Element.Release release, Task task, OptionalLong start) {
    int element = number;
    return expiry.failed(
        release.queue(),
        task,
        release.reason(),
        Task.NO_LEASE,
        start,
        () -> FifoForm.of(ticket, element));
  }

  private ElementResult move(Element.Move move) {
    Task task = completable(move.queue(), move.pid(), move.lease());
    if (move.queue().equals(move.toQueue()) && Objects.equals(move.toPid(), move.pid())) {
      throw new Refused(ErrorCode.INVALID);
    }
    Pid target = move.toPid() == null ? FifoForm.of(ticket, number) : given(move.toPid());
    if (state.task(move.toQueue(), target) != null) {
      throw new Refused(ErrorCode.ALREADY_EXISTS);
    }
    boolean sameQueue = move.queue().equals(move.toQueue());
    if (!sameQueue) {
      checkRoomFor(move.toQueue());
    }
    TaskState next = new Available();
    if (!(move.start() instanceof Start.Now)) {
      next = TaskState.from(move.start().atMillis(state.timeMillis), state.timeMillis);
    } else if (task.state() instanceof Delayed) {
      next = task.state();
    }
    Past past =
        new Past(move.resetAttempts() ? 0 : task.past().attempts(), task.past().failure(), null);
    state.makeQueue(move.queue()).leave(move.pid());
    state
        .makeQueue(move.toQueue())
        .enter(
            new Task(
                target,
                task.data(),
                next,
                task.enqueuedMillis(),
                Task.NO_LEASE,
                past,
                task.again()));
    return new ElementResult.Moved(move.toQueue(), target);
  }

  private ElementResult expect(Condition condition) {
    if (!holds(condition)) {
      throw new Refused(ErrorCode.CONDITION_FAILED);
    }
    return new ElementResult.Holds();
  }

  private boolean holds(Condition condition) {
    return switch (condition) {
      case Condition.QueueEmpty(var queue) -> state.size(queue) == 0;
      case Condition.QueueAtMost(var queue, long tasks) -> state.size(queue) <= tasks;
      case Condition.TaskExists(var queue, var pid) -> state.task(queue, pid) != null;
      case Condition.TaskAbsent(var queue, var pid) -> state.task(queue, pid) == null;
    };
  }

  /** An explicit PID that could be given later as a FIFO PID is refused. */
  private Pid given(Pid pid) {
    OptionalLong named = FifoForm.ticketOf(pid);
    if (named.isPresent() && named.getAsLong() > state.lastTicket) {
      throw new Refused(ErrorCode.INVALID);
    }
    return pid;
  }

  private void checkRoomFor(QueueName queue) {
    long max = state.policy(queue).maxTasks();
    if (max > 0 && state.size(queue) >= max) {
      throw new Refused(ErrorCode.QUEUE_FULL);
    }
  }

  /** The task if its current or last lease is this one, or in any state without a lease. */
  private Task completable(QueueName queue, Pid pid, long lease) {
    Task task = state.task(queue, pid);
    if (lease == Task.NO_LEASE) {
      return found(task, ErrorCode.NOT_FOUND);
    }
    return found(task != null && task.lease() == lease ? task : null, ErrorCode.LEASE_LOST);
  }

  /** The task if this lease is its current one and hasn't come to its end. */
  private Task held(QueueName queue, Pid pid, long lease) {
    Task task = state.task(queue, pid);
    boolean holds =
        task != null
            && task.state() instanceof Leased(_, _, long until)
            && task.lease() == lease
            && !state.isDue(until);
    return found(holds ? task : null, ErrorCode.LEASE_LOST);
  }

  private static Task found(@Nullable Task task, ErrorCode otherwise) {
    if (task == null) {
      throw new Refused(otherwise);
    }
    return task;
  }
}
