package dev.millrace.node.wire;

import dev.millrace.api.v1.TaskName;
import dev.millrace.queue.Condition;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.QueueName;

/** Conditions of {@code expect} and {@code only_if}. */
final class ConditionAdapter {
  private ConditionAdapter() {}

  static Condition condition(dev.millrace.api.v1.Condition condition) {
    return switch (condition.getKindCase()) {
      case QUEUE_EMPTY ->
          new Condition.QueueEmpty(QueueAdapter.name(true, condition.getQueueEmpty()));
      case QUEUE_AT_MOST -> {
        var bound = condition.getQueueAtMost();
        // Beyond 63 bits every queue is small enough.
        long tasks = bound.getTasks() < 0 ? Long.MAX_VALUE : bound.getTasks();
        yield new Condition.QueueAtMost(
            QueueAdapter.name(bound.hasQueue(), bound.getQueue()), tasks);
      }
      case TASK_EXISTS -> {
        TaskName task = condition.getTaskExists();
        yield new Condition.TaskExists(queue(task), BytesAdapter.pid(task.getPid()));
      }
      case TASK_ABSENT -> {
        TaskName task = condition.getTaskAbsent();
        yield new Condition.TaskAbsent(queue(task), BytesAdapter.pid(task.getPid()));
      }
      case KIND_NOT_SET -> throw QueueException.invalid("the condition is of no known kind");
    };
  }

  private static QueueName queue(TaskName task) {
    return QueueAdapter.name(task.hasQueue(), task.getQueue());
  }
}
