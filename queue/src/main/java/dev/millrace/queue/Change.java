package dev.millrace.queue;

import dev.millrace.queue.Task.Past;
import java.util.List;

/**
 * A final state, to be made durable: applying it twice is applying it once. Counters are absolute,
 * never differences.
 */
public sealed interface Change {
  /**
   * The queue with this id, which is never used again, has this name. A new id is a new generation
   * of the name.
   */
  record QueuePut(long id, QueueName name, boolean paused) implements Change {}

  /**
   * How many tasks the queue has in each state, and how many came and went. In every step that
   * changes one of its tasks.
   */
  record QueueCounts(long id, long available, long leased, long delayed, long entered, long left)
      implements Change {}

  /** The queue and all its tasks are gone. */
  record QueueGone(long id) implements Change {}

  /** The whole task. */
  record TaskPut(long queueId, Task task) implements Change {}

  /** The task but for its data and enqueue time, which stay. */
  record TaskChanged(long queueId, Pid pid, TaskState state, long lease, Past past)
      implements Change {}

  record TaskGone(long queueId, Pid pid) implements Change {}

  record PoliciesPut(PolicyDocument document) implements Change {}

  /** A request was executed and had this outcome. */
  record RequestKept(RequestId request, long timeMillis, Outcome outcome) implements Change {
    RequestKept settling(long settled) {
      var settler = new RequestId(request.client(), request.sequence(), settled);
      return new RequestKept(settler, timeMillis, outcome);
    }
  }

  /** The part of a reply that a repeated request needs. */
  sealed interface Outcome {
    record Update(Reply.Updated reply) implements Outcome {}

    record Failure(Problem problem) implements Outcome {}

    /** What a lease was granted; its number is the ticket of the step. */
    record Grant(long lease, List<TaskName> tasks) implements Outcome {}

    record Delete(long queues, long tasks) implements Outcome {}
  }
}
