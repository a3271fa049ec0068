package dev.millrace.queue;

import dev.millrace.queue.TaskState.Leased;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A task in its queue.
 *
 * @param lease the number of the current lease, else of the last one that expired, else 0. An
 *     expired lease stays here until the task is leased again, so that a late dequeue still
 *     succeeds.
 * @param again data of an enqueue that arrived while the task was leased: its dequeue makes the
 *     task available with it
 */
public record Task(
    Pid pid,
    Payload data,
    TaskState state,
    long enqueuedMillis,
    long lease,
    Past past,
    @Nullable Payload again) {
  public static final long NO_LEASE = 0;

  /** A guess at what names, times and numbers take. */
  private static final int OVERHEAD_BYTES = 100;

  /** A guess at what the objects of a task and its places in the indexes take. */
  static final long MEMORY_BYTES = 300;

  /** What went wrong with a task so far. */
  public record Past(int attempts, String failure, @Nullable QueueName deadFrom) {
    public static final Past NONE = new Past(0, "", null);

    Past failed(String reason) {
      return new Past(attempts + 1, reason, deadFrom);
    }

    Past deadLetteredFrom(QueueName queue) {
      return new Past(attempts, failure, queue);
    }
  }

  /** Whether it carries a trace, with its data or with that to run again with. */
  boolean isTraced() {
    return !data.trace().isEmpty() || (again != null && !again.trace().isEmpty());
  }

  /** A task as it enters its queue. */
  static Task entering(Pid pid, Payload data, TaskState state, long nowMillis) {
    return new Task(pid, data, state, nowMillis, NO_LEASE, Past.NONE, null);
  }

  public boolean isLeased() {
    return state instanceof Leased;
  }

  Task withState(TaskState next) {
    return new Task(pid, data, next, enqueuedMillis, lease, past, again);
  }

  Task withPast(Past next) {
    return new Task(pid, data, state, enqueuedMillis, lease, next, again);
  }

  Task withData(Payload next, @Nullable Payload nextAgain) {
    return new Task(pid, next, state, enqueuedMillis, lease, past, nextAgain);
  }

  Task withAgain(Payload next) {
    return new Task(pid, data, state, enqueuedMillis, lease, past, next);
  }

  Task withPid(Pid next) {
    return new Task(next, data, state, enqueuedMillis, lease, past, again);
  }

  Task leased(long number, Leased next) {
    return new Task(pid, data, next, enqueuedMillis, number, past, again);
  }

  /** The task in its next state, with no lease that could still complete it. */
  Task unleased(TaskState next) {
    return new Task(pid, data, next, enqueuedMillis, NO_LEASE, past, again);
  }

  /**
   * About how many bytes the change from {@code before}, if there was one, takes in the journal.
   */
  long journaledBytes(@Nullable Task before) {
    long content =
        before != null && sameContent(before)
            ? 0
            : data.size() + (again == null ? 0 : again.size());
    return content + pid.length() + past.failure().length() + OVERHEAD_BYTES;
  }

  /** About how many bytes of memory it takes. */
  long memoryBytes() {
    return MEMORY_BYTES
        + pid.length()
        + data.size()
        + (again == null ? 0 : again.size())
        + past.failure().length();
  }

  /** Whether only what a {@link Change.TaskChanged} carries differs from {@code other}. */
  boolean sameContent(Task other) {
    return data.equals(other.data)
        && Objects.equals(again, other.again)
        && enqueuedMillis == other.enqueuedMillis;
  }
}
