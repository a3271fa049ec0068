package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.after;
import static dev.millrace.queue.SampleElements.cancel;
import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SampleElements.exists;
import static dev.millrace.queue.SampleElements.expect;
import static dev.millrace.queue.SampleElements.holdsAtMost;
import static dev.millrace.queue.SampleElements.isAbsent;
import static dev.millrace.queue.SampleElements.isEmpty;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExpectTest {
  private static final ElementResult HOLDS = new ElementResult.Holds();

  private final SlotFixture slot = new SlotFixture();

  @Test
  void queueThatIsNotThereIsEmpty() {
    assertThat(slot.apply(expect(isEmpty("q")))).isEqualTo(HOLDS);
  }

  @Test
  void queueWithAvailableTaskIsNotEmpty() {
    slot.enqueue("q", "a");

    assertThat(slot.codeOf(expect(isEmpty("q")))).isEqualTo(ErrorCode.CONDITION_FAILED);
  }

  @Test
  void queueWithLeasedTaskIsNotEmpty() {
    slot.enqueue("q", "a");
    slot.lease("q");

    assertThat(slot.codeOf(expect(isEmpty("q")))).isEqualTo(ErrorCode.CONDITION_FAILED);
  }

  @Test
  void queueWithDelayedTaskIsNotEmpty() {
    slot.update(enqueue("q", "a", after(MINUTE)));

    assertThat(slot.codeOf(expect(isEmpty("q")))).isEqualTo(ErrorCode.CONDITION_FAILED);
  }

  @Test
  void queueHoldsAtMostItsSize() {
    slot.enqueue("q", "a", "b");

    assertThat(slot.apply(expect(holdsAtMost("q", 2)))).isEqualTo(HOLDS);
    assertThat(slot.codeOf(expect(holdsAtMost("q", 1)))).isEqualTo(ErrorCode.CONDITION_FAILED);
  }

  @Test
  void taskExistsInAnyState() {
    slot.enqueue("q", "a");
    slot.lease("q");

    assertThat(slot.apply(expect(exists("q", "a")))).isEqualTo(HOLDS);
    assertThat(slot.codeOf(expect(exists("q", "b")))).isEqualTo(ErrorCode.CONDITION_FAILED);
    assertThat(slot.codeOf(expect(exists("r", "a")))).isEqualTo(ErrorCode.CONDITION_FAILED);
  }

  @Test
  void taskIsAbsentWhenNothingHasItsPid() {
    slot.enqueue("q", "a");

    assertThat(slot.apply(expect(isAbsent("q", "b")))).isEqualTo(HOLDS);
    assertThat(slot.apply(expect(isAbsent("r", "a")))).isEqualTo(HOLDS);
    assertThat(slot.codeOf(expect(isAbsent("q", "a")))).isEqualTo(ErrorCode.CONDITION_FAILED);
  }

  @Test
  void conditionSeesElementsBeforeIt() {
    slot.enqueue("q", "a");

    assertThat(slot.update(cancel("q", "a"), expect(isEmpty("q")))).contains(HOLDS);
  }

  @Test
  void conditionDoesNotSeeElementsBehindIt() {
    slot.enqueue("q", "a");

    assertThat(slot.codeOf(expect(isEmpty("q")), cancel("q", "a")))
        .isEqualTo(ErrorCode.CONDITION_FAILED);
  }

  @Test
  void problemNamesTheElementThatFailed() {
    slot.enqueue("q", "a");

    Problem problem = slot.refused(enqueue("r", "b"), expect(isEmpty("q")));

    assertThat(problem.element()).isEqualTo(1);
    assertThat(problem.message()).isEqualTo("not so: q is empty");
  }

  @Test
  void failedConditionFailsTheWholeUpdate() {
    slot.enqueue("q", "a");

    slot.refused(enqueue("r", "b"), expect(isEmpty("q")));

    assertThat(slot.find("r", "b")).isNull();
  }

  @Test
  void updateThatOnlyLooksWritesNothing() {
    slot.update(expect(isEmpty("q")));

    assertThat(slot.journaledSteps()).isZero();
    assertThat(slot.survey().queues()).isEmpty();
  }
}
