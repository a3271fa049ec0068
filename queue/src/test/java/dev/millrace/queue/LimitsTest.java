package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.millrace.queue.Command.Source;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every number at its bounds and one beyond. */
class LimitsTest {
  private static final long HUNDRED_YEARS = Limits.DURATION_MILLIS_MAX;
  private static final QueueName Q = QueueName.of("q");
  private static final Pid A = Pid.of("a");

  @Test
  void leaseTimeIsMoreThanZeroAndAtMostHundredYears() {
    assertInvalid(() -> lease(1, 0, 0));
    assertTaken(() -> lease(1, 1, 0));
    assertTaken(() -> lease(1, HUNDRED_YEARS, 0));
    assertInvalid(() -> lease(1, HUNDRED_YEARS + 1, 0));
  }

  @Test
  void renewalHasTheSameBounds() {
    assertInvalid(() -> new Element.Renew(Q, A, 1, 0));
    assertTaken(() -> new Element.Renew(Q, A, 1, HUNDRED_YEARS));
    assertInvalid(() -> new Element.Renew(Q, A, 1, HUNDRED_YEARS + 1));
    assertInvalid(() -> new Command.RenewAll("w", 0, null));
    assertInvalid(() -> new Command.RenewAll("w", HUNDRED_YEARS + 1, null));
  }

  @Test
  void leaseAsksForAtLeastOneTask() {
    assertInvalid(() -> lease(0, 1000, 0));
    assertInvalid(() -> lease(-1, 1000, 0));
    assertTaken(() -> lease(1, 1000, 0));
  }

  @Test
  void leaseNamesAtLeastOneQueue() {
    assertInvalid(() -> new Source.Queues(List.of()));
  }

  @Test
  void waitIsAtMostDay() {
    assertInvalid(() -> lease(1, 1000, -1));
    assertTaken(() -> lease(1, 1000, 24 * 3600_000L));
    assertInvalid(() -> lease(1, 1000, 24 * 3600_000L + 1));
  }

  @Test
  void delayIsAtMostHundredYears() {
    assertInvalid(() -> new Start.After(-1));
    assertTaken(() -> new Start.After(0));
    assertTaken(() -> new Start.After(HUNDRED_YEARS));
    assertInvalid(() -> new Start.After(HUNDRED_YEARS + 1));
  }

  @Test
  void startLiesBetweenTheYears1970And9999() {
    assertInvalid(() -> new Start.NotBefore(-1));
    assertTaken(() -> new Start.NotBefore(0));
    assertTaken(() -> new Start.NotBefore(Limits.TIME_MILLIS_MAX));
    assertInvalid(() -> new Start.NotBefore(Limits.TIME_MILLIS_MAX + 1));
  }

  @Test
  void longestLeaseAndDelayAreKept() {
    SlotFixture slot = new SlotFixture();
    slot.enqueue("q", "a");
    slot.update(SampleElements.enqueue("r", "a", new Start.NotBefore(Limits.TIME_MILLIS_MAX)));

    Held held = SlotFixture.heldOf(slot.execute(lease(1, HUNDRED_YEARS, 0))).getFirst();

    assertThat(held.untilMillis()).isEqualTo(slot.now() + HUNDRED_YEARS);
    assertThat(slot.task("r", "a").state())
        .isEqualTo(new TaskState.Delayed(Limits.TIME_MILLIS_MAX));
  }

  @Test
  void holderHasAtMost256Bytes() {
    assertTaken(() -> new Holder("", ""));
    assertTaken(() -> new Holder("h".repeat(256), ""));
    assertThat(codeOf(() -> new Holder("h".repeat(257), ""))).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(codeOf(() -> new Holder("ä".repeat(129), ""))).isEqualTo(ErrorCode.TOO_LARGE);
  }

  @Test
  void clientHas1To64BytesAndSequenceStartsAt1() {
    assertInvalid(() -> new RequestId("", 1));
    assertTaken(() -> new RequestId("c", 1));
    assertTaken(() -> new RequestId("c".repeat(64), Long.MAX_VALUE));
    assertInvalid(() -> new RequestId("c".repeat(65), 1));
    assertInvalid(() -> new RequestId("c", 0));
  }

  @Test
  void limitOnDataHasCeilingOf16Mebibytes() {
    assertTaken(() -> new Limits(16 << 20, 1, 1, 1, 1, 1, 1));
    assertInvalid(() -> new Limits((16 << 20) + 1, 1, 1, 1, 1, 1, 1));
    assertInvalid(() -> new Limits(-1, 1, 1, 1, 1, 1, 1));
  }

  @Test
  void defaultsAreThoseOfTheProtocol() {
    assertThat(Limits.DEFAULT)
        .isEqualTo(new Limits(1 << 20, 10_000, 10_000, 8 << 20, 8 << 20, 600_000, 600_000));
  }

  private static Command.Lease lease(int tasks, long leaseMillis, long waitMillis) {
    return new Command.Lease(
        new Source.Queues(List.of(Q)),
        tasks,
        leaseMillis,
        null,
        waitMillis,
        new Holder("w", ""),
        null);
  }

  private static void assertTaken(Runnable making) {
    assertThatCode(making::run).doesNotThrowAnyException();
  }

  private static void assertInvalid(Runnable making) {
    assertThat(codeOf(making)).isEqualTo(ErrorCode.INVALID);
  }

  private static ErrorCode codeOf(Runnable making) {
    return catchThrowableOfType(QueueException.class, making::run).problem().code();
  }
}
