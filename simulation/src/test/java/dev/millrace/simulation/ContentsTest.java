package dev.millrace.simulation;

import static dev.millrace.simulation.ModelHistory.A;
import static dev.millrace.simulation.ModelHistory.B;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.queue.Change;
import dev.millrace.queue.Encoded;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.Step;
import dev.millrace.queue.Task;
import dev.millrace.queue.Task.Past;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContentsTest {
  private static final Pid X = Pid.of("x");
  private static final Pid Y = Pid.of("y");

  private final Contents contents = new Contents();

  @BeforeEach
  void fill() {
    apply(
        new Change.QueuePut(1, A, false),
        new Change.TaskPut(1, task(Y)),
        new Change.TaskPut(1, task(X)));
  }

  private void apply(Change... changes) {
    contents.apply(new Step(1, 1, List.of(changes), Encoded.EMPTY, List.of()));
  }

  private static Task task(Pid pid) {
    return new Task(pid, Payload.of("data"), new Available(), 1, Task.NO_LEASE, Past.NONE, null);
  }

  @Test
  void availableTasksAreInTheOrderOfTheirPids() {
    assertThat(contents.available(A)).containsExactly(X, Y);
    assertThat(contents.available(B)).isEmpty();
  }

  @Test
  void taskThatIsHeldIsThereAndNotAvailable() {
    apply(new Change.TaskChanged(1, X, new Delayed(9), Task.NO_LEASE, Past.NONE));

    assertThat(contents.available(A)).containsExactly(Y);
    assertThat(contents.tasks(A)).hasSize(2);
  }

  @Test
  void nothingIsLeftOfAQueueThatIsGone() {
    apply(new Change.QueueGone(1), new Change.QueuePut(2, A, false));

    assertThat(contents.tasks(A)).isEmpty();
  }

  @Test
  void copyStaysAsItWas() {
    Contents copy = contents.copy();

    apply(new Change.TaskGone(1, X));

    assertThat(copy.available(A)).containsExactly(X, Y);
    assertThat(contents.available(A)).containsExactly(Y);
  }

  @Test
  void changeOfATaskThatIsNotThereIsObjectedTo() {
    var change = new Change.TaskChanged(1, Pid.of("z"), new Delayed(9), 0, Past.NONE);

    assertThatThrownBy(() -> apply(change)).isInstanceOf(Violation.class);
  }
}
