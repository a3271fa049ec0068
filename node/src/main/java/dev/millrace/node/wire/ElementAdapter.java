package dev.millrace.node.wire;

import dev.millrace.api.v1.Dequeue;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.EnqueueAll;
import dev.millrace.api.v1.Move;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Release;
import dev.millrace.api.v1.Renew;
import dev.millrace.queue.Element;
import dev.millrace.queue.Limits;
import dev.millrace.queue.OnConflict;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Start;
import dev.millrace.queue.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Elements of one update, one after the other. */
final class ElementAdapter {
  /** A lease number that no task ever has. */
  static final long NEVER_GRANTED = -1;

  private final Limits limits;
  private final String trace;

  /** Of the element before: mostly that of the next one too. */
  private @Nullable QueueName lastName;

  /**
   * @param trace of an enqueue that has none of its own
   */
  ElementAdapter(Limits limits, String trace) {
    this.limits = limits;
    this.trace = trace;
  }

  Element element(dev.millrace.api.v1.Element element) {
    return switch (element.getKindCase()) {
      case ENQUEUE -> enqueue(element.getEnqueue());
      case DEQUEUE -> dequeue(element.getDequeue());
      case ENQUEUE_ALL -> enqueueAll(element.getEnqueueAll());
      case RENEW -> renew(element.getRenew());
      case RELEASE -> release(element.getRelease());
      case MOVE -> move(element.getMove());
      case EXPECT -> new Element.Expect(ConditionAdapter.condition(element.getExpect()));
      case KIND_NOT_SET -> throw QueueException.invalid("the element is of no known kind");
    };
  }

  private Element enqueue(Enqueue enqueue) {
    String own = enqueue.getTrace();
    return new Element.Enqueue(
        name(enqueue.hasQueue(), enqueue.getQueue()),
        enqueue.hasPid() ? BytesAdapter.pid(enqueue.getPid()) : null,
        BytesAdapter.data(enqueue.getData(), limits).traced(own.isEmpty() ? trace : own),
        start(enqueue),
        onConflict(enqueue),
        enqueue.hasOnlyIf() ? ConditionAdapter.condition(enqueue.getOnlyIf()) : null);
  }

  private Element enqueueAll(EnqueueAll all) {
    RequestAdapter.checkListed("data", all.getDataCount(), limits.elementsMax());
    List<Payload> data = new ArrayList<>(all.getDataCount());
    for (int i = 0; i < all.getDataCount(); i++) {
      data.add(BytesAdapter.data(all.getData(i), limits).traced(trace));
    }
    return new Element.EnqueueAll(name(all.hasQueue(), all.getQueue()), data);
  }

  private QueueName name(boolean present, Queue queue) {
    QueueName last = lastName;
    if (present
        && last != null
        && last.name().equals(queue.getName())
        && last.group().equals(queue.getGroup())) {
      return last;
    }
    QueueName name = QueueAdapter.name(present, queue);
    lastName = name;
    return name;
  }

  private static Start start(Enqueue enqueue) {
    return switch (enqueue.getStartCase()) {
      case DELAY -> new Start.After(TimeAdapter.millis("delay", enqueue.getDelay()));
      case NOT_BEFORE ->
          new Start.NotBefore(TimeAdapter.millis("not_before", enqueue.getNotBefore()));
      case START_NOT_SET -> new Start.Now();
    };
  }

  private static OnConflict onConflict(Enqueue enqueue) {
    return switch (enqueue.getOnConflict()) {
      case ON_CONFLICT_UNSPECIFIED, KEEP -> OnConflict.KEEP;
      case REPLACE -> OnConflict.REPLACE;
      case FAIL -> OnConflict.FAIL;
      case AGAIN -> OnConflict.AGAIN;
      case UNRECOGNIZED ->
          throw QueueException.invalid(
              "on_conflict has the unknown number %d", enqueue.getOnConflictValue());
    };
  }

  private Element dequeue(Dequeue dequeue) {
    return new Element.Dequeue(
        name(dequeue.hasQueue(), dequeue.getQueue()),
        BytesAdapter.pid(dequeue.getPid()),
        dequeue.hasLease() ? lease(dequeue.getLease()) : Task.NO_LEASE);
  }

  private Element renew(Renew renew) {
    return new Element.Renew(
        name(renew.hasQueue(), renew.getQueue()),
        BytesAdapter.pid(renew.getPid()),
        lease(renew.getLease()),
        TimeAdapter.leaseMillis(renew.hasLeaseTime(), renew.getLeaseTime()));
  }

  private Element release(Release release) {
    return new Element.Release(
        name(release.hasQueue(), release.getQueue()),
        BytesAdapter.pid(release.getPid()),
        lease(release.getLease()),
        release.hasDelay()
            ? new Start.After(TimeAdapter.millis("delay", release.getDelay()))
            : new Start.Now(),
        release.getFailed(),
        release.getReason());
  }

  private Element move(Move move) {
    QueueName queue = name(move.hasQueue(), move.getQueue());
    Pid pid = BytesAdapter.pid(move.getPid());
    return new Element.Move(
        queue,
        pid,
        move.hasLease() ? lease(move.getLease()) : Task.NO_LEASE,
        targetQueue(move, queue),
        targetPid(move, pid),
        move.hasDelay()
            ? new Start.After(TimeAdapter.millis("delay", move.getDelay()))
            : new Start.Now(),
        move.getResetAttempts());
  }

  private static QueueName targetQueue(Move move, QueueName source) {
    String group = move.getToQueue().getGroup();
    String name = move.getToQueue().getName();
    if (name.isEmpty() && group.isEmpty()) {
      return source;
    }
    // A group without a name still has to be the right one: the update checks it.
    return new QueueName(group, name.isEmpty() ? source.name() : name);
  }

  private static @Nullable Pid targetPid(Move move, Pid source) {
    return switch (move.getTargetCase()) {
      case TO_PID -> BytesAdapter.pid(move.getToPid());
      case TO_FIFO -> move.getToFifo() ? null : source;
      case TARGET_NOT_SET -> source;
    };
  }

  /**
   * The number of a lease that a request names. A 0 is no lease, and the engine would take it for
   * none given, which cancels whoever holds the task; numbers beyond 63 bits come out negative and
   * are nobody's either.
   */
  private static long lease(long number) {
    return number == Task.NO_LEASE ? NEVER_GRANTED : number;
  }
}
