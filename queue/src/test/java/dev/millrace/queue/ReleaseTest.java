package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.after;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReleaseTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SlotFixture slot = new SlotFixture();

  @BeforeEach
  void fill() {
    slot.enqueue("q", "a");
  }

  @Test
  void releasedTaskIsAvailableAtOnce() {
    Held held = slot.lease("q");

    ElementResult result = slot.apply(held.release());

    assertThat(result).isEqualTo(new ElementResult.Released(held.pid(), 0));
    assertThat(slot.task("q", "a").state()).isEqualTo(new Available());
  }

  @Test
  void releaseCountsNoAttempt() {
    slot.update(slot.lease("q").release());

    assertThat(slot.task("q", "a").past()).isEqualTo(Task.Past.NONE);
  }

  @Test
  void releaseWithDelayDelaysTask() {
    Held held = slot.lease("q");

    ElementResult result = slot.apply(held.release(after(SECOND)));

    assertThat(result).isEqualTo(new ElementResult.Released(held.pid(), slot.in(SECOND)));
    assertThat(slot.task("q", "a").state()).isEqualTo(new Delayed(slot.in(SECOND)));
  }

  @Test
  void releasedLeaseIsOverForGood() {
    Held held = slot.lease("q");
    slot.update(held.release());

    assertThat(slot.codeOf(held.renew(MINUTE))).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(slot.codeOf(held.release())).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(slot.codeOf(held.dequeue())).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void dueLeaseCannotBeReleased() {
    Held held = slot.lease("q");
    slot.pass(MINUTE);

    assertThat(slot.codeOf(held.release())).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void expiredLeaseCannotBeReleased() {
    Held held = slot.lease("q");
    slot.tick(MINUTE);

    assertThat(slot.codeOf(held.release())).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void failedReleaseCountsAttemptAndKeepsReason() {
    slot.update(slot.lease("q").fail("no route"));

    assertThat(slot.task("q", "a").past()).isEqualTo(new Task.Past(1, "no route", null));
  }

  @Test
  void lastFailureIsTheOneKept() {
    slot.update(slot.lease("q").fail("no route"));
    slot.update(slot.lease("q").fail("timeout"));

    assertThat(slot.task("q", "a").past()).isEqualTo(new Task.Past(2, "timeout", null));
  }

  @Test
  void failedReleaseWithoutPolicyIsAvailableAtOnce() {
    slot.update(slot.lease("q").fail("no route"));

    assertThat(slot.task("q", "a").state()).isEqualTo(new Available());
  }

  @Test
  void failedReleaseWaitsForThePolicysBackoff() {
    slot.policies(SamplePolicy.of("q").backoff(SECOND, 2, MINUTE));

    slot.update(slot.lease("q").fail("no route"));

    assertThat(slot.task("q", "a").state()).isEqualTo(new Delayed(slot.in(SECOND)));
  }

  @Test
  void givenDelayReplacesTheBackoff() {
    slot.policies(SamplePolicy.of("q").backoff(SECOND, 2, MINUTE));

    slot.update(slot.lease("q").fail("no route", after(Duration.ofSeconds(7))));

    assertThat(slot.task("q", "a").state()).isEqualTo(new Delayed(slot.in(Duration.ofSeconds(7))));
  }

  @Test
  void givenDelayOfZeroReplacesTheBackoffToo() {
    slot.policies(SamplePolicy.of("q").backoff(SECOND, 2, MINUTE));

    slot.update(slot.lease("q").fail("no route", after(Duration.ZERO)));

    assertThat(slot.task("q", "a").state()).isEqualTo(new Available());
  }

  @Test
  void plainReleaseIgnoresTheBackoff() {
    slot.policies(SamplePolicy.of("q").backoff(SECOND, 2, MINUTE));

    slot.update(slot.lease("q").release());

    assertThat(slot.task("q", "a").state()).isEqualTo(new Available());
  }

  @Test
  void lastAttemptGoesToTheDeadLettersEvenWithDelay() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1));

    ElementResult result = slot.apply(slot.lease("q").fail("no route", after(SECOND)));

    assertThat(result)
        .isEqualTo(new ElementResult.DeadLettered(QueueName.of("q.dead"), Pid.of("a")));
  }

  @Test
  void reasonOfTheLimitIsTaken() {
    slot.update(slot.lease("q").fail("x".repeat(Element.REASON_BYTES_MAX)));

    assertThat(slot.task("q", "a").past().failure()).hasSize(Element.REASON_BYTES_MAX);
  }

  @Test
  void longerReasonIsTooLarge() {
    Held held = slot.lease("q");

    assertThatThrownBy(() -> held.fail("x".repeat(Element.REASON_BYTES_MAX + 1)))
        .isInstanceOfSatisfying(
            QueueException.class,
            e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.TOO_LARGE));
  }
}
