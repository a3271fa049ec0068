package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.bytes;
import static dev.millrace.node.wire.Messages.queue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.TaskState;
import dev.millrace.queue.Holder;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Task;
import dev.millrace.queue.Task.Past;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Leased;
import org.junit.jupiter.api.Test;

class TaskAdapterTest {
  private static final QueueName MAIL = QueueName.of("mail");

  @Test
  void availableTaskHasNoDeadlineAndNoHolder() {
    var message = TaskAdapter.task(MAIL, task(new Available(), 0, Past.NONE));

    assertThat(message)
        .isEqualTo(
            dev.millrace.api.v1.Task.newBuilder()
                .setQueue(queue("mail"))
                .setPid(bytes("a"))
                .setData(bytes("data"))
                .setState(TaskState.AVAILABLE)
                .setEnqueued(TimeAdapter.timestamp(1500))
                .build());
  }

  @Test
  void delayedTaskHasADeadline() {
    var message = TaskAdapter.task(MAIL, task(new Delayed(2500), 0, Past.NONE));

    assertThat(message.getState()).isEqualTo(TaskState.DELAYED);
    assertThat(message.getDeadline()).isEqualTo(TimeAdapter.timestamp(2500));
  }

  @Test
  void leasedTaskTellsItsHolder() {
    var state = new Leased(new Holder("worker", "10.0.0.1:5"), 1600, 2500);

    var message = TaskAdapter.task(MAIL, task(state, 42, Past.NONE));

    assertThat(message.getState()).isEqualTo(TaskState.LEASED);
    assertThat(message.getDeadline()).isEqualTo(TimeAdapter.timestamp(2500));
    assertThat(message.getLeased()).isEqualTo(TimeAdapter.timestamp(1600));
    assertThat(message.getHolder()).isEqualTo("worker");
    assertThat(message.getAddress()).isEqualTo("10.0.0.1:5");
    assertThat(message.getLease()).isEqualTo(42);
  }

  @Test
  void deadLetterTellsWhereItCameFrom() {
    var past = new Past(3, "no disk", QueueName.of("origin"));

    var message = TaskAdapter.task(MAIL, task(new Available(), 0, past));

    assertThat(message.getAttempts()).isEqualTo(3);
    assertThat(message.getFailure()).isEqualTo("no disk");
    assertThat(message.getDeadFrom()).isEqualTo(queue("origin"));
  }

  @Test
  void traceIsToldWithAndWithoutTheData() {
    var data = Payload.of("data").traced("00-t");
    var task = new Task(Pid.of("a"), data, new Available(), 1500, 0, Past.NONE, null);

    assertThat(TaskAdapter.task(MAIL, task).getTrace()).isEqualTo("00-t");
    assertThat(TaskAdapter.withoutData(MAIL, task).getTrace()).isEqualTo("00-t");
  }

  private static Task task(dev.millrace.queue.TaskState state, long lease, Past past) {
    return new Task(Pid.of("a"), Payload.of("data"), state, 1500, lease, past, null);
  }
}
