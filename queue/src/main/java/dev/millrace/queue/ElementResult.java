package dev.millrace.queue;

import dev.millrace.queue.TaskState.Kind;

/** What an element of a successful update did. */
public sealed interface ElementResult {
  /** Enqueue: a new task. */
  record Created(Pid pid) implements ElementResult {}

  /**
   * EnqueueAll: so many new tasks.
   *
   * @param first the PID of the first; those of the others count on from it
   */
  record CreatedAll(Pid first, int tasks) implements ElementResult {}

  /** Enqueue: a task of that PID was there and stays as it was. */
  record Collapsed(Pid pid, Kind existing) implements ElementResult {}

  /** Enqueue: a task of that PID was there, in that state, and is replaced. */
  record Replaced(Pid pid, Kind existing) implements ElementResult {}

  /**
   * Enqueue: the leased task of that PID becomes available with the new data when it is dequeued.
   */
  record RunsAgain(Pid pid) implements ElementResult {}

  /** Enqueue: its condition did not hold. */
  record Skipped() implements ElementResult {}

  /** Dequeue: the task is gone. */
  record Removed(Pid pid) implements ElementResult {}

  /** Dequeue: the task is available again, with data that came while it was leased. */
  record Requeued(Pid pid) implements ElementResult {}

  record Renewed(Pid pid, long untilMillis) implements ElementResult {}

  /**
   * Release.
   *
   * @param untilMillis the end of its delay, or 0 when the task is available
   */
  record Released(Pid pid, long untilMillis) implements ElementResult {}

  /** Release: that was the last attempt. */
  record DeadLettered(QueueName queue, Pid pid) implements ElementResult {}

  record Moved(QueueName queue, Pid pid) implements ElementResult {}

  /** Expect. */
  record Holds() implements ElementResult {}
}
