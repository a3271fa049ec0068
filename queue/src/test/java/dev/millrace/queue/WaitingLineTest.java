package dev.millrace.queue;

import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who is served when several could be, and how a repeated request keeps or loses its place. */
class WaitingLineTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final SampleLease WAITING =
      SampleLease.from("q").max(1).waiting(MINUTE.multipliedBy(5));

  private final SlotFixture slot = new SlotFixture();

  @Test
  void newLeaseDoesNotOvertakeThoseWhoWaitForWhatIsDue() {
    slot.enqueue("q", "a");
    slot.lease("q");
    long waiting = slot.submit(WAITING);
    slot.pass(MINUTE);

    long late = slot.submit(SampleLease.from("q"));

    assertThat(slot.grantedTo(waiting)).hasSize(1);
    assertThat(slot.grantedTo(late)).isEmpty();
  }

  @Test
  void newLeaseDoesNotOvertakeThoseWhoWaitForToken() {
    slot.policies(SamplePolicy.of("q").rate(1, 1));
    slot.enqueue("q", "a", "b");
    slot.lease("q");
    long waiting = slot.submit(WAITING);
    slot.pass(SECOND);

    long late = slot.submit(SampleLease.from("q"));

    assertThat(slot.grantedTo(waiting)).hasSize(1);
    assertThat(slot.grantedTo(late)).isEmpty();
  }

  @Test
  void laterWaiterDoesNotTakeWhatIsDueForAnEarlierOne() {
    slot.enqueue("q", "a");
    slot.lease("q");
    long first = slot.submit(WAITING);
    long second = slot.submit(SampleLease.from("r", "q").waiting(MINUTE.multipliedBy(5)));
    slot.pass(MINUTE);

    slot.enqueue("r", "b");

    assertThat(Held.names(slot.grantedTo(second))).containsExactly("r/b");
    slot.tick();
    assertThat(Held.names(slot.grantedTo(first))).containsExactly("q/a");
  }

  @Test
  void laterWaiterDoesNotTakeTheTokenOfAnEarlierOne() {
    slot.policies(SamplePolicy.of("q").rate(1, 1));
    slot.enqueue("q", "a", "b");
    slot.lease("q");
    long first = slot.submit(WAITING);
    long second = slot.submit(SampleLease.from("r", "q").waiting(MINUTE));
    slot.pass(SECOND);

    slot.enqueue("r", "x");

    assertThat(Held.names(slot.grantedTo(second))).containsExactly("r/x");
    slot.tick();
    assertThat(Held.names(slot.grantedTo(first))).containsExactly("q/b");
  }

  @Test
  void servedWaiterAlsoGetsWhatIsDueInItsQueues() {
    slot.enqueue("q", "a");
    slot.lease("q");
    long waiting = slot.submit(WAITING.max(2));
    slot.pass(MINUTE);

    slot.enqueue("q", "b");

    assertThat(Held.pids(slot.grantedTo(waiting))).containsExactly("a", "b");
  }

  @Test
  void repeatedRequestSupersedesTheOneThatWaits() {
    long first = slot.submit(WAITING.request("client", 1));

    long second = slot.submit(WAITING.request("client", 1));

    assertThat(SlotFixture.codeOf(slot.replyTo(first))).isEqualTo(ErrorCode.SUPERSEDED);
    slot.enqueue("q", "a");
    assertThat(slot.grantedTo(second)).hasSize(1);
  }

  @Test
  void requestOfAnotherNumberSupersedesNobody() {
    long first = slot.submit(WAITING.request("client", 1));

    slot.submit(WAITING.request("client", 2));

    assertThat(slot.isWaiting(first)).isTrue();
  }

  @Test
  void rateOfAlmostNothingNeverWakesInThePast() {
    slot.policies(SamplePolicy.of("q").rate(Double.MIN_VALUE, 1));
    slot.enqueue("q", "a", "b");
    slot.lease("q");
    slot.submit(WAITING);

    assertThat(slot.nextWake()).isGreaterThan(slot.now());
  }

  @Test
  void waiterIsForgottenByCrash() {
    slot.submit(WAITING);

    slot.crash();
    slot.enqueue("q", "a");

    assertThat(slot.task("q", "a").isLeased()).isFalse();
    assertThat(slot.nextWake()).isEqualTo(Long.MAX_VALUE);
  }
}
