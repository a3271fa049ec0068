package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.after;
import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SampleElements.enqueueIf;
import static dev.millrace.queue.SampleElements.isEmpty;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnqueueTest {
  private final SlotFixture slot = new SlotFixture();

  @Test
  void enqueueBringsQueueIntoBeing() {
    assertThat(slot.survey().queues()).isEmpty();

    slot.enqueue("q", "a");

    assertThat(slot.stats("q").available()).isEqualTo(1);
  }

  @Test
  void newTaskIsAvailableWithItsDataAndEnqueueTime() {
    slot.update(enqueue("q", "a", "hello"));

    assertThat(slot.task("q", "a"))
        .isEqualTo(
            new Task(
                Pid.of("a"),
                Payload.of("hello"),
                new Available(),
                slot.now(),
                Task.NO_LEASE,
                Task.Past.NONE,
                null));
  }

  @Test
  void delayedTaskIsNotLeasedBeforeItsTime() {
    slot.update(enqueue("q", "a", after(Duration.ofSeconds(5))));

    slot.pass(Duration.ofMillis(4999));

    assertThat(slot.lease("q", 1)).isEmpty();
  }

  @Test
  void delayedTaskIsLeasedAtItsTime() {
    slot.update(enqueue("q", "a", after(Duration.ofSeconds(5))));

    slot.pass(Duration.ofSeconds(5));

    assertThat(slot.lease("q", 1)).hasSize(1);
  }

  @Test
  void delayedTaskSaysUntilWhen() {
    slot.update(enqueue("q", "a", after(Duration.ofSeconds(5))));

    assertThat(slot.task("q", "a").state()).isEqualTo(new Delayed(slot.in(Duration.ofSeconds(5))));
  }

  @Test
  void delayOfZeroIsNoDelay() {
    slot.update(enqueue("q", "a", after(Duration.ZERO)));

    assertThat(slot.task("q", "a").state()).isEqualTo(new Available());
  }

  @Test
  void startThatHasPassedIsNoDelay() {
    slot.update(enqueue("q", "a", new Start.NotBefore(slot.now() - 1)));

    assertThat(slot.task("q", "a").state()).isEqualTo(new Available());
  }

  @Test
  void startAheadIsDelay() {
    slot.update(enqueue("q", "a", new Start.NotBefore(slot.now() + 1)));

    assertThat(slot.task("q", "a").state()).isEqualTo(new Delayed(slot.now() + 1));
  }

  @Test
  void endOfDelayCountsNoAttempt() {
    slot.update(enqueue("q", "a", after(Duration.ofSeconds(5))));

    slot.tick(Duration.ofSeconds(5));

    assertThat(slot.task("q", "a").past()).isEqualTo(Task.Past.NONE);
  }

  @Test
  void enqueueIsSkippedWhenItsConditionDoesNotHold() {
    slot.enqueue("busy", "x");

    ElementResult result = slot.apply(enqueueIf(isEmpty("busy"), "q", "a"));

    assertThat(result).isEqualTo(new ElementResult.Skipped());
    assertThat(slot.find("q", "a")).isNull();
  }

  @Test
  void skippedElementLetsTheRestOfTheUpdateGoOn() {
    slot.enqueue("busy", "x");

    slot.update(enqueueIf(isEmpty("busy"), "q", "a"), enqueue("q", "b"));

    assertThat(slot.pids("q")).containsExactly("b");
  }

  @Test
  void enqueueHappensWhenItsConditionHolds() {
    ElementResult result = slot.apply(enqueueIf(isEmpty("busy"), "q", "a"));

    assertThat(result).isEqualTo(new ElementResult.Created(Pid.of("a")));
  }

  @Test
  void dataOfTheLimitIsTaken() {
    SlotFixture small = new SlotFixture(limitedTo(3, 10));

    assertThat(small.apply(enqueue("q", "a", "123")))
        .isEqualTo(new ElementResult.Created(Pid.of("a")));
  }

  @Test
  void dataBeyondTheLimitIsTooLarge() {
    SlotFixture small = new SlotFixture(limitedTo(3, 10));

    assertThat(small.codeOf(enqueue("q", "a", "1234"))).isEqualTo(ErrorCode.TOO_LARGE);
  }

  @Test
  void emptyDataIsTaken() {
    slot.update(enqueue("q", "a", ""));

    assertThat(slot.task("q", "a").data()).isEqualTo(Payload.EMPTY);
  }

  @Test
  void updateOfTooManyElementsIsTooLarge() {
    SlotFixture small = new SlotFixture(limitedTo(3, 2));

    assertThat(small.codeOf(enqueue("q", "a", ""), enqueue("q", "b", ""), enqueue("q", "c", "")))
        .isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(small.update(enqueue("q", "a", ""), enqueue("q", "b", ""))).hasSize(2);
  }

  @Test
  void updateWithoutElementsIsInvalid() {
    assertThatThrownBy(() -> new Command.Update(List.of(), null))
        .isInstanceOfSatisfying(
            QueueException.class, e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.INVALID));
  }

  @Test
  void queuesOfTheSameNameInTwoGroupsAreTwoQueues() {
    slot.enqueue("q", "a");

    slot.update(Element.Enqueue.of(new QueueName("g", "q"), Pid.of("a"), Payload.EMPTY));

    assertThat(slot.survey().matching()).isEqualTo(2);
  }

  private static Limits limitedTo(int dataBytes, int elements) {
    return new Limits(dataBytes, elements, 10, 1000, 1000, 1000, 1000);
  }
}
