package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.after;
import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SampleElements.exists;
import static dev.millrace.queue.SampleElements.expect;
import static dev.millrace.queue.SampleElements.isEmpty;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExpiryTest {
  private final SlotFixture slot = new SlotFixture();

  @Test
  void expiredLeaseMakesTaskAvailable() {
    slot.enqueue("q", "a");
    slot.lease("q");

    slot.tick(MINUTE);

    assertThat(slot.task("q", "a").state()).isEqualTo(new Available());
  }

  @Test
  void leaseLastsUntilItsLastMillisecond() {
    slot.enqueue("q", "a");
    slot.lease("q");

    slot.tick(MINUTE.minusMillis(1));

    assertThat(slot.task("q", "a").isLeased()).isTrue();
  }

  @Test
  void expiryCountsAttemptWithItsFailure() {
    slot.enqueue("q", "a");
    slot.lease("q");

    slot.tick(MINUTE);

    assertThat(slot.task("q", "a").past()).isEqualTo(new Task.Past(1, "lease expired", null));
  }

  @Test
  void leaseNumberStaysWithTheTask() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");

    slot.tick(MINUTE);

    assertThat(slot.task("q", "a").lease()).isEqualTo(held.lease());
  }

  @Test
  void untilExpiryExecutesTheTaskCountsAsLeased() {
    slot.enqueue("q", "a");
    slot.lease("q");

    slot.pass(MINUTE.multipliedBy(2));

    assertThat(slot.stats("q").leased()).isEqualTo(1);
    assertThat(slot.task("q", "a").isLeased()).isTrue();
    assertThat(slot.apply(enqueue("q", "a")))
        .isEqualTo(new ElementResult.Collapsed(Pid.of("a"), Kind.LEASED));
  }

  @Test
  void untilItsEndExecutesTheDelayCounts() {
    slot.update(enqueue("q", "a", after(MINUTE)));

    slot.pass(MINUTE.multipliedBy(2));

    assertThat(slot.stats("q").delayed()).isEqualTo(1);
    assertThat(slot.update(expect(exists("q", "a")))).hasSize(1);
    assertThat(slot.codeOf(expect(isEmpty("q")))).isEqualTo(ErrorCode.CONDITION_FAILED);
  }

  @Test
  void expiryIsJournaledWithTicketOfItsOwn() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    int before = slot.journaledSteps();

    slot.tick(MINUTE);

    assertThat(slot.journaledSteps()).isEqualTo(before + 1);
    assertThat(slot.lastTicket()).isGreaterThan(held.lease());
  }

  @Test
  void expiryWithBackoffDelaysTask() {
    slot.policies(SamplePolicy.of("q").backoff(Duration.ofSeconds(3), 2, MINUTE));
    slot.enqueue("q", "a");
    slot.lease("q");

    slot.tick(MINUTE);

    assertThat(slot.task("q", "a").state()).isEqualTo(new Delayed(slot.in(Duration.ofSeconds(3))));
  }

  @Test
  void backoffCountsFromTheExecutionOfTheExpiry() {
    slot.policies(SamplePolicy.of("q").backoff(Duration.ofSeconds(3), 2, MINUTE));
    slot.enqueue("q", "a");
    slot.lease("q");

    slot.tick(MINUTE.plusSeconds(10));

    assertThat(slot.task("q", "a").state()).isEqualTo(new Delayed(slot.in(Duration.ofSeconds(3))));
  }

  @Test
  void nextWakeIsTheEarliestDeadline() {
    slot.enqueue("q", "a");
    slot.lease("q");
    slot.update(enqueue("r", "a", after(Duration.ofSeconds(9))));

    assertThat(slot.nextWake()).isEqualTo(slot.in(Duration.ofSeconds(9)));
  }

  @Test
  void nothingIsDueInAnEmptySlot() {
    assertThat(slot.nextWake()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void oneTickExecutesAllThatIsDueHoweverMuch() {
    for (int i = 0; i < 2500; i++) {
      slot.update(enqueue("q", "%04d".formatted(i), after(Duration.ofMillis(i))));
    }

    slot.tick(Duration.ofMillis(2400));

    assertThat(slot.stats("q").available()).isEqualTo(2401);
    assertThat(slot.stats("q").delayed()).isEqualTo(99);
  }

  @Test
  void timeNeverGoesBack() {
    slot.enqueue("q", "a");
    slot.lease("q");
    slot.pass(MINUTE);
    slot.tick();

    slot.pass(MINUTE.negated());
    slot.tick();

    assertThat(slot.lease("q").untilMillis())
        .isEqualTo(SlotFixture.START_MILLIS + MINUTE.multipliedBy(2).toMillis());
  }

  @Test
  void emptyQueueIsForgottenAfterTheIdleTime() {
    slot.enqueue("q", "a");
    slot.update(slot.lease("q").dequeue());
    assertThat(slot.nextWake()).isEqualTo(slot.in(MINUTE.multipliedBy(10)));

    slot.tick(MINUTE.multipliedBy(10));

    assertThat(slot.nextWake()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void queueThatIsFilledAgainIsNotForgotten() {
    slot.enqueue("q", "a");
    slot.update(slot.lease("q").dequeue());
    slot.tick(MINUTE.multipliedBy(9));
    slot.enqueue("q", "b");

    slot.tick(MINUTE.multipliedBy(2));

    assertThat(slot.stats("q").entered()).isEqualTo(2);
  }
}
