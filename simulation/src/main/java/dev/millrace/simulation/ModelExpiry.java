package dev.millrace.simulation;

import dev.millrace.queue.Pid;
import dev.millrace.queue.Policy;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Task;
import dev.millrace.queue.Task.Past;
import dev.millrace.queue.TaskName;
import dev.millrace.queue.TaskState;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Leased;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Deadlines, attempts and dead letters of the {@link Model}; docs/protocol.md, "Expiry, attempts,
 * dead letters".
 */
final class ModelExpiry {
  static final String LEASE_EXPIRED = "lease expired";

  private final ModelState state;

  ModelExpiry(ModelState state) {
    this.state = state;
  }

  /** A task whose deadline has come. */
  record Due(long untilMillis, QueueName queue, Pid pid) {}

  /** What is due in some queues, earliest first. */
  List<Due> due(Collection<ModelQueue> queues) {
    var due = new ArrayList<Due>();
    for (ModelQueue queue : queues) {
      for (Task task : queue.tasks.values()) {
        long until = deadline(task.state());
        if (state.isDue(until)) {
          due.add(new Due(until, queue.name, task.pid()));
        }
      }
    }
    due.sort(Comparator.comparingLong(Due::untilMillis));
    return due;
  }

  static long deadline(TaskState state) {
    return switch (state) {
      case Available() -> Long.MAX_VALUE;
      case Delayed(long until) -> until;
      case Leased(_, _, long until) -> until;
    };
  }

  /**
   * Lets a due deadline take effect.
   *
   * @param freePid a PID for the dead letters if the task's own is taken there
   * @return the deadline
   */
  long expire(QueueName queue, Pid pid, Supplier<Pid> freePid) {
    Task task = state.task(queue, pid);
    if (task == null || !state.isDue(deadline(task.state()))) {
      throw new Violation("L1", "%s %s is not due but was expired: %s".formatted(queue, pid, task));
    }
    if (task.state() instanceof Leased) {
      state.marks.hit("expiry.lease");
      var _ = failed(queue, task, LEASE_EXPIRED, task.lease(), OptionalLong.empty(), freePid);
    } else {
      state.marks.hit("expiry.delay");
      put(queue, with(task, new Available(), task.lease(), task.past()));
    }
    return deadline(task.state());
  }

  /**
   * Counts an attempt: the task goes to the dead letters, or waits until {@code start}, or for the
   * backoff when there is none.
   *
   * @return where the task is now
   */
  TaskName failed(
      QueueName queue,
      Task task,
      String reason,
      long lease,
      OptionalLong start,
      Supplier<Pid> freePid) {
    Past past = new Past(task.past().attempts() + 1, reason, task.past().deadFrom());
    Policy policy = state.policy(queue);
    if (policy.maxAttempts() > 0
        && past.attempts() >= policy.maxAttempts()
        && hasDeadLetters(queue, policy)) {
      return bury(queue, with(task, task.state(), lease, past), freePid);
    }
    long next = start.orElse(state.timeMillis + backoff(policy, past.attempts()));
    put(queue, with(task, TaskState.from(next, state.timeMillis), lease, past));
    return new TaskName(queue, task.pid());
  }

  private TaskName bury(QueueName queue, Task task, Supplier<Pid> freePid) {
    QueueName target = deadLetters(queue, state.policy(queue));
    Pid pid = state.task(target, task.pid()) == null ? task.pid() : freePid.get();
    state.marks.hit(
        pid.equals(task.pid()) ? "expiry.dead letter" : "expiry.dead letter with FIFO PID");
    Past past = new Past(task.past().attempts(), task.past().failure(), queue);
    var data = task.again() == null ? task.data() : task.again();
    state.makeQueue(queue).leave(task.pid());
    state
        .makeQueue(target)
        .enter(new Task(pid, data, new Available(), task.enqueuedMillis(), 0, past, null));
    return new TaskName(target, pid);
  }

  private static boolean hasDeadLetters(QueueName queue, Policy policy) {
    return policy.deadLetterQueue().isEmpty()
        ? !queue.name().endsWith(Policy.DEAD_SUFFIX)
        : !queue.name().equals(policy.deadLetterQueue());
  }

  static QueueName deadLetters(QueueName queue, Policy policy) {
    if (!policy.deadLetterQueue().isEmpty()) {
      return queue.sibling(policy.deadLetterQueue());
    }
    String name = queue.name();
    while (bytes(name) + bytes(Policy.DEAD_SUFFIX) > QueueName.BYTES_MAX) {
      name = name.substring(0, name.offsetByCodePoints(name.length(), -1));
    }
    return queue.sibling(name + Policy.DEAD_SUFFIX);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  static long backoff(Policy policy, int attempt) {
    var backoff = policy.backoff();
    if (backoff == null) {
      return 0;
    }
    double millis = backoff.initialMillis();
    for (int n = 1; n < attempt && millis < backoff.maxMillis(); n++) {
      millis *= backoff.factor();
    }
    return Math.min(backoff.maxMillis(), (long) Math.ceil(millis));
  }

  private void put(QueueName queue, Task task) {
    state.makeQueue(queue).put(task);
  }

  static Task with(Task task, TaskState next, long lease, Past past) {
    return new Task(
        task.pid(), task.data(), next, task.enqueuedMillis(), lease, past, task.again());
  }
}
