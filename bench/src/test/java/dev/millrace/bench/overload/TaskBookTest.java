package dev.millrace.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Task;
import dev.millrace.api.v1.TaskState;
import dev.millrace.bench.overload.TaskBook.Findings;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskBookTest {
  private final TaskBook book = new TaskBook();

  @Test
  void whatWasAcknowledgedAndIsThereIsAsItShouldBe() {
    int task = acknowledged();

    assertThat(book.compare(List.of(available(task)))).isEqualTo(Findings.NONE);
  }

  @Test
  void acknowledgedTaskThatIsGoneIsLost() {
    acknowledged();

    assertThat(book.compare(List.of()).lost()).isEqualTo(1);
  }

  @Test
  void completedTaskMustBeGone() {
    int task = acknowledged();
    book.leased(task, 7);
    book.completing(task);
    book.completed(task);

    assertThat(book.compare(List.of())).isEqualTo(Findings.NONE);
    assertThat(book.compare(List.of(available(task))).cameBack()).isEqualTo(1);
  }

  @Test
  void taskWhoseCompletionHasNoAnswerMayBeThereOrGone() {
    int task = acknowledged();
    book.leased(task, 7);
    book.completing(task);

    assertThat(book.compare(List.of())).isEqualTo(Findings.NONE);
    assertThat(book.compare(List.of(leased(task, 7)))).isEqualTo(Findings.NONE);
  }

  @Test
  void refusedTaskMustNotBeThere() {
    int task = book.add();
    book.refused(task);

    assertThat(book.compare(List.of(available(task))).refusedExecuted()).isEqualTo(1);
  }

  @Test
  void taskThatItsClientGaveUpWasMadeForNobody() {
    int task = book.add();
    book.expired(task);

    assertThat(book.compare(List.of(available(task))).expiredExecuted()).isEqualTo(1);
    assertThat(book.compare(List.of())).isEqualTo(Findings.NONE);
  }

  @Test
  void leaseThatTheNodeForgotIsDropped() {
    int task = acknowledged();
    book.leased(task, 7);

    assertThat(book.compare(List.of(leased(task, 7)))).isEqualTo(Findings.NONE);
    assertThat(book.compare(List.of(leased(task, 8))).leasesDropped()).isEqualTo(1);
    assertThat(book.compare(List.of(available(task))).leasesDropped()).isEqualTo(1);
  }

  @Test
  void noTaskIsLeasedTwiceOrBeforeItIsThere() {
    int task = acknowledged();

    assertThat(book.leased(task, 7)).isTrue();
    assertThat(book.leased(task, 8)).isFalse();
    assertThat(book.leased(book.add(), 9)).isFalse();
  }

  private int acknowledged() {
    int task = book.add();
    book.acknowledged(task);
    return task;
  }

  private static Task available(int task) {
    return task(task).setState(TaskState.AVAILABLE).build();
  }

  private static Task leased(int task, long lease) {
    return task(task).setState(TaskState.LEASED).setLease(lease).build();
  }

  private static Task.Builder task(int task) {
    return Task.newBuilder().setData(ByteString.copyFrom(TaskBook.data(task, 64)));
  }
}
