package dev.millrace.queue;

import dev.millrace.queue.Attempt.Did;
import dev.millrace.queue.Element.Dequeue;
import dev.millrace.queue.Element.Enqueue;
import dev.millrace.queue.Element.EnqueueAll;
import dev.millrace.queue.Element.Expect;
import dev.millrace.queue.Element.Move;
import dev.millrace.queue.Element.Release;
import dev.millrace.queue.Element.Renew;
import dev.millrace.queue.Meter.Event;
import dev.millrace.queue.Start.Now;
import dev.millrace.queue.Task.Past;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Leased;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What each element of an update does; docs/protocol.md, "Update". */
final class Elements {
  private final Edit edit;
  private final Limits limits;

  Elements(Edit edit, Limits limits) {
    this.edit = edit;
    this.limits = limits;
  }

  Attempt apply(Element element) {
    if (isTooMuch()) {
      return refuseTooMuch();
    }
    return switch (element) {
      case Enqueue enqueue -> enqueue(enqueue);
      case EnqueueAll(var queue, var data) -> enqueueAll(queue, data);
      case Dequeue dequeue -> dequeue(dequeue);
      case Renew renew -> renew(renew);
      case Release release -> release(release);
      case Move move -> move(move);
      case Expect(var condition) ->
          holds(condition)
              ? new Did(new ElementResult.Holds())
              : Attempt.refused(
                  ErrorCode.CONDITION_FAILED, "not so: %s", Conditions.inWords(condition));
    };
  }

  private boolean isTooMuch() {
    return edit.bytes() > Limits.STEP_BYTES_MAX;
  }

  private static Attempt refuseTooMuch() {
    return Attempt.refused(ErrorCode.TOO_LARGE, "the update moves too much data: split it");
  }

  private boolean holds(Condition condition) {
    Queue queue = edit.find(condition.queue());
    long size = queue == null ? 0 : queue.size();
    return switch (condition) {
      case Condition.QueueEmpty _ -> size == 0;
      case Condition.QueueAtMost(_, long tasks) -> size <= tasks;
      case Condition.TaskExists(_, var pid) -> queue != null && queue.find(pid) != null;
      case Condition.TaskAbsent(_, var pid) -> queue == null || queue.find(pid) == null;
    };
  }

  private Attempt enqueue(Enqueue enqueue) {
    if (isLarge(enqueue.data())) {
      return refuseLarge(enqueue.data());
    }
    Condition onlyIf = enqueue.onlyIf();
    if (onlyIf != null && !holds(onlyIf)) {
      return new Did(new ElementResult.Skipped());
    }
    Pid pid = enqueue.pid();
    if (pid == null) {
      return create(enqueue, edit.nextFifoPid(), true);
    }
    if (isReserved(pid)) {
      return refuseReserved(pid);
    }
    Task existing = edit.find(enqueue.queue(), pid);
    return existing == null ? create(enqueue, pid, false) : meet(enqueue, existing);
  }

  private boolean isLarge(Payload data) {
    return data.length() > limits.dataBytesMax();
  }

  private Attempt refuseLarge(Payload data) {
    return Attempt.refused(
        ErrorCode.TOO_LARGE,
        "data has at most %d bytes, this has %d",
        limits.dataBytesMax(),
        data.length());
  }

  private Attempt enqueueAll(QueueName name, List<Payload> all) {
    Queue queue = edit.findOrCreate(name);
    Pid first = edit.nextFifoPid();
    Pid pid = first;
    for (Payload data : all) {
      if (isLarge(data)) {
        return refuseLarge(data);
      }
      if (isTooMuch()) {
        return refuseTooMuch();
      }
      if (isFull(queue)) {
        return refuseFull(queue);
      }
      edit.putFresh(queue, Task.entering(pid, data, Available.INSTANCE, edit.nowMillis()));
      pid = edit.nextFifoPid();
    }
    count(queue, Event.ENQUEUED, all.size());
    return new Did(new ElementResult.CreatedAll(first, all.size()));
  }

  private Attempt create(Enqueue enqueue, Pid pid, boolean isFresh) {
    Queue queue = edit.findOrCreate(enqueue.queue());
    if (isFull(queue)) {
      return refuseFull(queue);
    }
    Task task = entering(enqueue, pid);
    if (isFresh) {
      edit.putFresh(queue, task);
    } else {
      edit.put(queue, task);
    }
    count(queue, Event.ENQUEUED);
    return new Did(new ElementResult.Created(pid));
  }

  private Task entering(Enqueue enqueue, Pid pid) {
    long now = edit.nowMillis();
    return Task.entering(
        pid, enqueue.data(), TaskState.from(enqueue.start().atMillis(now), now), now);
  }

  private Attempt meet(Enqueue enqueue, Task existing) {
    Queue queue = edit.findOrCreate(enqueue.queue());
    Pid pid = existing.pid();
    return switch (enqueue.onConflict()) {
      case KEEP -> collapse(queue, existing);
      case REPLACE -> {
        edit.put(queue, entering(enqueue, pid));
        count(queue, Event.ENQUEUED);
        yield new Did(new ElementResult.Replaced(pid, existing.state().kind()));
      }
      case FAIL ->
          Attempt.refused(ErrorCode.ALREADY_EXISTS, "%s has a task with that PID", queue.name);
      case AGAIN -> {
        if (!existing.isLeased()) {
          yield collapse(queue, existing);
        }
        edit.put(queue, existing.withAgain(enqueue.data()));
        count(queue, Event.COLLAPSED);
        yield new Did(new ElementResult.RunsAgain(pid));
      }
    };
  }

  private Attempt collapse(Queue queue, Task existing) {
    count(queue, Event.COLLAPSED);
    return new Did(new ElementResult.Collapsed(existing.pid(), existing.state().kind()));
  }

  private Attempt dequeue(Dequeue dequeue) {
    Queue queue = edit.find(dequeue.queue());
    Task task = queue == null ? null : queue.find(dequeue.pid());
    if (queue == null || task == null || !mayTake(task, dequeue.lease())) {
      return refuseTake(dequeue.queue(), dequeue.lease());
    }
    if (task.state() instanceof Leased leased && dequeue.lease() != Task.NO_LEASE) {
      long took = edit.nowMillis() - leased.sinceMillis();
      edit.onCommit(() -> queue.meter.leaseTook(took, edit.nowMillis()));
    }
    count(queue, Event.DEQUEUED);
    Payload again = task.again();
    if (again != null && dequeue.lease() != Task.NO_LEASE) {
      edit.put(queue, Task.entering(task.pid(), again, Available.INSTANCE, edit.nowMillis()));
      return new Did(new ElementResult.Requeued(task.pid()));
    }
    edit.remove(queue, task.pid());
    return new Did(new ElementResult.Removed(task.pid()));
  }

  /** An expired lease may still complete the task as long as it was the last one. */
  private static boolean mayTake(Task task, long lease) {
    return lease == Task.NO_LEASE || task.lease() == lease;
  }

  private static Attempt refuseTake(QueueName queue, long lease) {
    return lease == Task.NO_LEASE
        ? Attempt.refused(ErrorCode.NOT_FOUND, "%s has no such task", queue)
        : leaseLost(queue, lease);
  }

  private static Attempt leaseLost(QueueName queue, long lease) {
    return Attempt.refused(
        ErrorCode.LEASE_LOST, "lease %d isn't the current one of a task in %s", lease, queue);
  }

  private Attempt renew(Renew renew) {
    Queue queue = edit.find(renew.queue());
    Task task = queue == null ? null : queue.find(renew.pid());
    Leased leased = current(task, renew.lease());
    if (queue == null || task == null || leased == null) {
      return leaseLost(renew.queue(), renew.lease());
    }
    long untilMillis = edit.nowMillis() + queue.policy().leaseMillis(renew.leaseMillis());
    edit.put(queue, task.withState(new Leased(leased.holder(), leased.sinceMillis(), untilMillis)));
    return new Did(new ElementResult.Renewed(task.pid(), untilMillis));
  }

  /** The state of the task if the lease is its current one and hasn't run out. */
  private @Nullable Leased current(@Nullable Task task, long lease) {
    return task != null
            && task.lease() == lease
            && task.state() instanceof Leased leased
            && leased.untilMillis() > edit.nowMillis()
        ? leased
        : null;
  }

  private Attempt release(Release release) {
    Queue queue = edit.find(release.queue());
    Task task = queue == null ? null : queue.find(release.pid());
    if (queue == null || task == null || current(task, release.lease()) == null) {
      return leaseLost(release.queue(), release.lease());
    }
    if (release.failed()) {
      return fail(queue, task, release);
    }
    return settle(queue, task, release.start().atMillis(edit.nowMillis()));
  }

  private Attempt fail(Queue queue, Task task, Release release) {
    Task failed = task.withPast(task.past().failed(release.reason()));
    DeadLetters deadLetters = new DeadLetters(edit);
    if (deadLetters.claims(queue, failed)) {
      var place = deadLetters.move(queue, failed);
      return new Did(new ElementResult.DeadLettered(place.queue(), place.pid()));
    }
    long startMillis =
        release.start() instanceof Now
            ? edit.nowMillis() + queue.policy().backoffMillis(failed.past().attempts())
            : release.start().atMillis(edit.nowMillis());
    return settle(queue, failed, startMillis);
  }

  private Attempt settle(Queue queue, Task task, long startMillis) {
    TaskState state = TaskState.from(startMillis, edit.nowMillis());
    edit.put(queue, task.unleased(state));
    return new Did(
        new ElementResult.Released(
            task.pid(), state instanceof Delayed(long untilMillis) ? untilMillis : 0));
  }

  private Attempt move(Move move) {
    Queue source = edit.find(move.queue());
    Task task = source == null ? null : source.find(move.pid());
    if (source == null || task == null || !mayTake(task, move.lease())) {
      return refuseTake(move.queue(), move.lease());
    }
    Pid toPid = move.toPid() == null ? edit.nextFifoPid() : move.toPid();
    boolean staysInQueue = move.toQueue().equals(move.queue());
    if (staysInQueue && toPid.equals(task.pid())) {
      return Attempt.refused(ErrorCode.INVALID, "the move ends where it starts");
    }
    if (move.toPid() != null && isReserved(toPid)) {
      return refuseReserved(toPid);
    }
    if (edit.find(move.toQueue(), toPid) != null) {
      return Attempt.refused(
          ErrorCode.ALREADY_EXISTS, "%s has a task with the target PID", move.toQueue());
    }
    Queue target = edit.findOrCreate(move.toQueue());
    if (!staysInQueue && isFull(target)) {
      return refuseFull(target);
    }
    edit.remove(source, task.pid());
    edit.put(target, moved(move, task).withPid(toPid));
    return new Did(new ElementResult.Moved(target.name, toPid));
  }

  private Task moved(Move move, Task task) {
    boolean keepsDelay = move.start() instanceof Now && task.state() instanceof Delayed;
    TaskState state =
        keepsDelay
            ? task.state()
            : TaskState.from(move.start().atMillis(edit.nowMillis()), edit.nowMillis());
    Past past = task.past();
    return task.unleased(state)
        .withPast(new Past(move.resetAttempts() ? 0 : past.attempts(), past.failure(), null));
  }

  private static boolean isFull(Queue queue) {
    return queue.policy().maxTasks() > 0 && queue.size() >= queue.policy().maxTasks();
  }

  private static Attempt refuseFull(Queue queue) {
    return Attempt.refused(
        ErrorCode.QUEUE_FULL,
        "%s holds the %d tasks that its policy allows",
        queue.name,
        queue.policy().maxTasks());
  }

  private boolean isReserved(Pid pid) {
    return FifoPid.isReserved(pid, edit.ticket() - 1);
  }

  private static Attempt refuseReserved(Pid pid) {
    return Attempt.refused(
        ErrorCode.INVALID, "%s has the form of a FIFO PID that was not given yet", pid);
  }

  private void count(Queue queue, Event event) {
    count(queue, event, 1);
  }

  private void count(Queue queue, Event event, int times) {
    edit.onCommit(() -> queue.meter.count(event, times, edit.nowMillis()));
  }
}
