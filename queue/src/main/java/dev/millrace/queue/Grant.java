package dev.millrace.queue;

import dev.millrace.queue.Command.Lease;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Meter.Event;
import dev.millrace.queue.Reply.LeasedTask;
import dev.millrace.queue.TaskState.Leased;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Gives available tasks to one lease; docs/protocol.md, "Lease". */
final class Grant {
  /** PIDs are in the reply, in the step and in the kept request: this bounds all three. */
  private static final long PID_BYTES_MAX = 2 << 20;

  /** Of each of many queues. */
  private static final int READ_PER_QUEUE = 16;

  /** What a queue gave. */
  private static final class Given {
    final Queue queue;
    int tasks;

    /** The place of the last one of them among all that are granted. */
    int lastPlace;

    Given(Queue queue) {
      this.queue = queue;
    }
  }

  private final Edit edit;
  private final Unknowns unknowns;
  private final Lease lease;
  private final Limits limits;
  private final List<LeasedTask> granted = new ArrayList<>(1);

  private final SmallMap<Queue, Given> perQueue = new SmallMap<>();

  private long dataBytes;
  private long pidBytes;

  Grant(Edit edit, Unknowns unknowns, Lease lease, Limits limits) {
    this.edit = edit;
    this.unknowns = unknowns;
    this.lease = lease;
    this.limits = limits;
  }

  /**
   * Takes what the lease can get from these queues, which are in the order of its preference or of
   * their turns.
   */
  List<LeasedTask> from(Iterable<Queue> queues) {
    switch (lease.source()) {
      case Source.Queues _ -> takeInOrder(queues);
      case Source.Matching _ -> takeInTurn(queues);
    }
    noteServed();
    return granted;
  }

  private void takeInOrder(Iterable<Queue> queues) {
    for (Queue queue : queues) {
      if (isComplete() || unknowns.any()) {
        // What comes next depends on what a queue before it has.
        break;
      }
      var _ = takeUpTo(lease.maxTasks() - granted.size(), queue);
    }
  }

  private void takeInTurn(Iterable<Queue> queues) {
    Iterable<Queue> round = queues;
    boolean goesOn = true;
    while (goesOn && !isComplete()) {
      List<Queue> next = new ArrayList<>();
      for (Queue queue : round) {
        // A queue whose head has to be read would give one too.
        if (isComplete() || granted.size() + unknowns.count() >= lease.maxTasks()) {
          break;
        }
        if (takeUpTo(1, queue) == 1) {
          next.add(queue);
        }
      }
      round = next;
      goesOn = !next.isEmpty() && !unknowns.any();
    }
  }

  private boolean isComplete() {
    return granted.size() >= lease.maxTasks()
        || dataBytes > limits.grantBytesMax()
        || pidBytes > PID_BYTES_MAX;
  }

  /** How many tasks to read at least when some have to be. */
  private int wantedMax() {
    return switch (lease.source()) {
      case Source.Queues _ -> lease.maxTasks();
      case Source.Matching _ -> READ_PER_QUEUE;
    };
  }

  private int takeUpTo(int tasksMax, Queue queue) {
    // What this grant took already counts as leased there, but its tokens are taken only when the
    // step is sure.
    Given before = perQueue.get(queue);
    int tokensTaken = before == null ? 0 : before.tasks;
    long allowed = Math.min(tasksMax, queue.grantable(edit.nowMillis(), tokensTaken));
    int wanted = Math.min(lease.maxTasks() - granted.size(), wantedMax());
    int taken = 0;
    while (taken < allowed && !isComplete()) {
      Task task = queue.firstAvailable(lease.maxPid(), wanted);
      if (task == null) {
        break;
      }
      take(queue, task);
      taken++;
    }
    return taken;
  }

  private void take(Queue queue, Task task) {
    long now = edit.nowMillis();
    Leased state =
        new Leased(lease.holder(), now, now + queue.policy().leaseMillis(lease.leaseMillis()));
    Task leased = task.leased(edit.ticket(), state);
    edit.put(queue, leased);
    count(queue);
    granted.add(new LeasedTask(queue.name, leased));
    dataBytes += task.data().size();
    pidBytes += task.pid().length();
  }

  private void count(Queue queue) {
    Given given = perQueue.get(queue);
    if (given == null) {
      given = new Given(queue);
      perQueue.add(queue, given);
    }
    given.tasks++;
    given.lastPlace = granted.size();
  }

  /** The queue that gave last has the last turn. */
  private void noteServed() {
    List<Given> inTurn = new ArrayList<>(perQueue.values());
    inTurn.sort(Comparator.comparingInt(given -> given.lastPlace));
    inTurn.forEach(given -> edit.onCommit(() -> noteServed(given.queue, given.tasks)));
  }

  private void noteServed(Queue queue, int tasks) {
    queue.served(edit.nextTurn(), tasks, edit.nowMillis());
    queue.meter.count(Event.LEASED, tasks, edit.nowMillis());
  }
}
