package dev.millrace.node.wire;

import dev.millrace.api.v1.TaskState;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Kind;
import dev.millrace.queue.TaskState.Leased;

/** Tasks as they are shown and handed out. */
final class TaskAdapter {
  private TaskAdapter() {}

  static dev.millrace.api.v1.Task task(QueueName queue, Task task) {
    return withoutData(queue, task).setData(BytesAdapter.bytes(task.data())).build();
  }

  static dev.millrace.api.v1.Task.Builder withoutData(QueueName queue, Task task) {
    var message =
        dev.millrace.api.v1.Task.newBuilder()
            .setQueue(QueueAdapter.queue(queue))
            .setPid(BytesAdapter.bytes(task.pid()))
            .setState(state(task.state().kind()))
            .setEnqueued(TimeAdapter.timestamp(task.enqueuedMillis()))
            .setAttempts(task.past().attempts())
            .setLease(task.lease())
            .setFailure(task.past().failure());
    if (!task.data().trace().isEmpty()) {
      message.setTrace(task.data().trace());
    }
    if (task.past().deadFrom() != null) {
      message.setDeadFrom(QueueAdapter.queue(task.past().deadFrom()));
    }
    return switch (task.state()) {
      case Available() -> message;
      case Delayed(long untilMillis) -> message.setDeadline(TimeAdapter.timestamp(untilMillis));
      case Leased(var holder, long sinceMillis, long untilMillis) ->
          message
              .setDeadline(TimeAdapter.timestamp(untilMillis))
              .setLeased(TimeAdapter.timestamp(sinceMillis))
              .setHolder(holder.name())
              .setAddress(holder.address());
    };
  }

  static TaskState state(Kind kind) {
    return switch (kind) {
      case AVAILABLE -> TaskState.AVAILABLE;
      case LEASED -> TaskState.LEASED;
      case DELAYED -> TaskState.DELAYED;
    };
  }
}
