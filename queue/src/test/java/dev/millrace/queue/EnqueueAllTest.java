package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SampleElements.exists;
import static dev.millrace.queue.SampleElements.expect;
import static dev.millrace.queue.SampleElements.fifo;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.queue.ElementResult.Created;
import dev.millrace.queue.ElementResult.CreatedAll;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EnqueueAllTest {
  private final SlotFixture slot = new SlotFixture();

  private static Element.EnqueueAll all(String queue, String... data) {
    return new Element.EnqueueAll(QueueName.of(queue), Stream.of(data).map(Payload::of).toList());
  }

  private static Element.EnqueueAll many(String queue, int tasks) {
    return new Element.EnqueueAll(
        QueueName.of(queue), IntStream.range(0, tasks).mapToObj(_ -> Payload.EMPTY).toList());
  }

  private List<String> data(String queue) {
    return slot.tasks(queue).stream().map(task -> new String(task.data().bytes(), UTF_8)).toList();
  }

  @Test
  void tasksAreThereInTheOrderOfTheirData() {
    slot.update(all("q", "c", "a", "b"));

    assertThat(data("q")).containsExactly("c", "a", "b");
    assertThat(slot.stats("q").available()).isEqualTo(3);
  }

  @Test
  void resultNamesTheFirstAndTheOthersCountOn() {
    var result = (CreatedAll) slot.apply(many("q", 40));

    long ticket = slot.lastTicket();
    assertThat(result).isEqualTo(new CreatedAll(FifoPid.of(ticket, 0), 40));
    assertThat(slot.tasks("q"))
        .extracting(Task::pid)
        .isEqualTo(IntStream.range(0, 40).mapToObj(i -> FifoPid.of(ticket, i)).toList());
  }

  @Test
  void elementsBehindItGetTheNumbersAfterItsTasks() {
    var results = slot.update(enqueue("q", "x"), all("q", "a", "b"), fifo("q", "c"));

    long ticket = slot.lastTicket();
    assertThat(results.get(1)).isEqualTo(new CreatedAll(FifoPid.of(ticket, 1), 2));
    assertThat(results.get(2)).isEqualTo(new Created(FifoPid.of(ticket, 3)));
  }

  @Test
  void countsAsManyElementsAsItHasTasks() {
    int elementsMax = Limits.DEFAULT.elementsMax();

    assertThat(slot.codeOf(many("q", elementsMax), enqueue("q", "a")))
        .isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(slot.apply(many("q", elementsMax))).isInstanceOf(CreatedAll.class);
  }

  @Test
  void allComeOrNoneWhenTheQueueGetsFull() {
    slot.policies(SamplePolicy.of("q").maxTasks(2));

    Problem problem = slot.refused(enqueue("p", "x"), all("q", "a", "b", "c"));

    assertThat(problem.code()).isEqualTo(ErrorCode.QUEUE_FULL);
    assertThat(problem.element()).isEqualTo(1);
    assertThat(slot.survey().queues()).isEmpty();
  }

  @Test
  void nothingIsLeftOfItWhenALaterElementFails() {
    slot.enqueue("q", "x");
    var before = slot.snapshot();

    assertThat(slot.codeOf(all("q", "a", "b"), expect(exists("q", "never"))))
        .isEqualTo(ErrorCode.CONDITION_FAILED);

    assertThat(slot.snapshot()).isEqualTo(before);
  }

  @Test
  void dataThatIsTooLongRefusesAll() {
    var large = Payload.of(new byte[Limits.DEFAULT.dataBytesMax() + 1]);
    var element = new Element.EnqueueAll(QueueName.of("q"), List.of(Payload.EMPTY, large));

    assertThat(slot.codeOf(element)).isEqualTo(ErrorCode.TOO_LARGE);
  }

  @Test
  void moreDataThanAStepMayMoveRefusesAll() {
    var data = Payload.of(new byte[Limits.DEFAULT.dataBytesMax()]);
    int tasks = (int) (Limits.STEP_BYTES_MAX / data.length()) + 2;
    var element =
        new Element.EnqueueAll(
            QueueName.of("q"), IntStream.range(0, tasks).mapToObj(_ -> data).toList());

    assertThat(slot.refused(element).message()).contains("too much data");
  }

  @Test
  void itHasAtLeastOneTask() {
    assertThatThrownBy(() -> all("q"))
        .isInstanceOf(QueueException.class)
        .hasMessageContaining("has none");
  }

  @Test
  void tasksThatGoInTheSameUpdateAreGone() {
    Pid first = FifoPid.of(slot.lastTicket() + 1, 0);

    slot.update(all("q", "a", "b"), new Element.Dequeue(QueueName.of("q"), first, Task.NO_LEASE));

    assertThat(data("q")).containsExactly("b");
    slot.crashReplayingEachChangeTwice();
    assertThat(data("q")).containsExactly("b");
  }

  @Test
  void tasksThatGoInTheSameUpdateLeaveNothingWhenItFails() {
    slot.enqueue("q", "x");
    var before = slot.snapshot();
    Pid first = FifoPid.of(slot.lastTicket() + 1, 0);

    assertThat(
            slot.codeOf(
                all("q", "a", "b"),
                new Element.Dequeue(QueueName.of("q"), first, Task.NO_LEASE),
                expect(exists("q", "never"))))
        .isEqualTo(ErrorCode.CONDITION_FAILED);

    assertThat(slot.snapshot()).isEqualTo(before);
  }

  @Test
  void repeatedRequestGetsTheSameAnswer() {
    var request = new RequestId("client", 1);
    var update = new Command.Update(List.of(all("q", "a", "b")), request);
    Reply first = slot.execute(update);

    slot.crash();

    assertThat(slot.execute(update)).isEqualTo(first);
    assertThat(data("q")).containsExactly("a", "b");
  }
}
