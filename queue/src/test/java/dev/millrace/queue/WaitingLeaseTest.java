package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.after;
import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WaitingLeaseTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final SampleLease WAITING = SampleLease.from("q").max(1).waiting(MINUTE);

  private final SlotFixture slot = new SlotFixture();

  @Test
  void leaseThatGetsNothingWaits() {
    assertThat(slot.isWaiting(slot.submit(WAITING))).isTrue();
  }

  @Test
  void leaseThatGetsSomethingDoesNotWait() {
    slot.enqueue("q", "a");

    assertThat(slot.lease(WAITING)).hasSize(1);
  }

  @Test
  void leaseWithoutWaitIsAnsweredWithNothing() {
    assertThat(slot.execute(SampleLease.from("q").command())).isEqualTo(Reply.Granted.NOTHING);
  }

  @Test
  void enqueueWakes() {
    long waiting = slot.submit(WAITING);

    slot.enqueue("q", "a");

    assertThat(Held.pids(slot.grantedTo(waiting))).containsExactly("a");
  }

  @Test
  void leaseTimeCountsFromTheGrant() {
    long waiting = slot.submit(WAITING);
    slot.pass(Duration.ofSeconds(30));

    slot.enqueue("q", "a");

    assertThat(slot.grantedTo(waiting).getFirst().untilMillis()).isEqualTo(slot.in(MINUTE));
  }

  @Test
  void firstComeFirstServed() {
    long first = slot.submit(WAITING);
    long second = slot.submit(WAITING);

    slot.enqueue("q", "a");

    assertThat(slot.isWaiting(first)).isFalse();
    assertThat(slot.isWaiting(second)).isTrue();
  }

  @Test
  void nameAndPatternStandInOneLine() {
    long byPattern = slot.submit(SampleLease.matching("q|r").max(1).waiting(MINUTE));
    long byName = slot.submit(WAITING);
    long byOtherPattern = slot.submit(SampleLease.matching("q.*").max(1).waiting(MINUTE));

    slot.update(enqueue("q", "a"), enqueue("q", "b"));

    assertThat(Held.pids(slot.grantedTo(byPattern))).containsExactly("a");
    assertThat(Held.pids(slot.grantedTo(byName))).containsExactly("b");
    assertThat(slot.isWaiting(byOtherPattern)).isTrue();
  }

  @Test
  void oneUpdateServesAllThatItCan() {
    long first = slot.submit(WAITING);
    long second = slot.submit(WAITING);

    slot.update(enqueue("q", "a"), enqueue("q", "b"), enqueue("q", "c"));

    assertThat(Held.pids(slot.grantedTo(first))).containsExactly("a");
    assertThat(Held.pids(slot.grantedTo(second))).containsExactly("b");
    assertThat(slot.task("q", "c").isLeased()).isFalse();
  }

  @Test
  void eachIsServedByStepOfItsOwn() {
    long first = slot.submit(WAITING);
    long second = slot.submit(WAITING);

    slot.update(enqueue("q", "a"), enqueue("q", "b"));

    assertThat(slot.grantedTo(second).getFirst().lease())
        .isGreaterThan(slot.grantedTo(first).getFirst().lease());
  }

  @Test
  void waiterThatCannotTakeTheTaskIsPassedOver() {
    long low = slot.submit(WAITING.upTo("b"));
    long any = slot.submit(WAITING);

    slot.enqueue("q", "c");

    assertThat(slot.isWaiting(low)).isTrue();
    assertThat(Held.pids(slot.grantedTo(any))).containsExactly("c");
  }

  @Test
  void waiterOnSeveralQueuesIsServedByAnyOfThem() {
    long waiting = slot.submit(SampleLease.from("q", "r").waiting(MINUTE));

    slot.enqueue("r", "a");

    assertThat(Held.names(slot.grantedTo(waiting))).containsExactly("r/a");
    slot.enqueue("q", "b");
    assertThat(slot.task("q", "b").isLeased()).isFalse();
  }

  @Test
  void releaseWakes() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    long waiting = slot.submit(WAITING);

    slot.update(held.release());

    assertThat(slot.grantedTo(waiting)).hasSize(1);
  }

  @Test
  void expiryWakes() {
    slot.enqueue("q", "a");
    slot.lease("q");
    long waiting = slot.submit(WAITING.waiting(MINUTE.multipliedBy(2)));

    slot.tick(MINUTE);

    assertThat(slot.grantedTo(waiting)).hasSize(1);
  }

  @Test
  void endOfDelayWakes() {
    slot.update(enqueue("q", "a", after(SECOND)));
    long waiting = slot.submit(WAITING);

    slot.tick(SECOND);

    assertThat(slot.grantedTo(waiting)).hasSize(1);
  }

  @Test
  void moveWakes() {
    slot.enqueue("r", "a");
    long waiting = slot.submit(WAITING);

    slot.update(SampleElements.move("r", "a", "q", "a"));

    assertThat(slot.grantedTo(waiting)).hasSize(1);
  }

  @Test
  void resumeWakes() {
    slot.enqueue("q", "a");
    slot.execute(new Command.Pause(QueueName.of("q"), true));
    long waiting = slot.submit(WAITING);

    slot.execute(new Command.Pause(QueueName.of("q"), false));

    assertThat(slot.grantedTo(waiting)).hasSize(1);
  }

  @Test
  void changeOfPolicyWakes() {
    slot.policies(SamplePolicy.of("q").maxLeased(1));
    slot.enqueue("q", "a", "b");
    slot.lease("q");
    long waiting = slot.submit(WAITING);

    slot.policies();

    assertThat(slot.grantedTo(waiting)).hasSize(1);
  }

  @Test
  void dequeueBelowTheConcurrencyLimitWakes() {
    slot.policies(SamplePolicy.of("q").maxLeased(1));
    slot.enqueue("q", "a", "b");
    Held held = slot.lease("q");
    long waiting = slot.submit(WAITING);

    slot.update(held.dequeue());

    assertThat(Held.pids(slot.grantedTo(waiting))).containsExactly("b");
  }

  @Test
  void tokenWakes() {
    slot.policies(SamplePolicy.of("q").rate(1, 1));
    slot.enqueue("q", "a", "b");
    slot.lease("q");
    long waiting = slot.submit(WAITING);
    assertThat(slot.nextWake()).isEqualTo(slot.in(SECOND));

    slot.tick(SECOND);

    assertThat(Held.pids(slot.grantedTo(waiting))).containsExactly("b");
  }

  @Test
  void tokensWakeOneAfterTheOther() {
    slot.policies(SamplePolicy.of("q").rate(1, 1));
    slot.enqueue("q", "a", "b", "c");
    slot.lease("q");
    long first = slot.submit(WAITING);
    long second = slot.submit(WAITING);

    slot.tick(SECOND);
    assertThat(slot.isWaiting(second)).isTrue();
    slot.tick(SECOND);

    assertThat(Held.pids(slot.grantedTo(first))).containsExactly("b");
    assertThat(Held.pids(slot.grantedTo(second))).containsExactly("c");
  }

  @Test
  void waitEndsWithNothing() {
    long waiting = slot.submit(WAITING);
    assertThat(slot.nextWake()).isEqualTo(slot.in(MINUTE));

    slot.tick(MINUTE);

    assertThat(slot.replyTo(waiting)).isEqualTo(Reply.Granted.NOTHING);
  }

  @Test
  void whatBecomesAvailableAsTheWaitEndsIsStillGranted() {
    slot.update(enqueue("q", "a", after(MINUTE)));
    long waiting = slot.submit(WAITING);

    slot.tick(MINUTE);

    assertThat(slot.grantedTo(waiting)).hasSize(1);
  }

  @Test
  void waitGoesOnUntilItsEnd() {
    long waiting = slot.submit(WAITING);

    slot.tick(MINUTE.minusMillis(1));

    assertThat(slot.isWaiting(waiting)).isTrue();
  }

  @Test
  void cancelledWaiterGetsNothingMore() {
    long waiting = slot.submit(WAITING);

    slot.execute(new Command.Cancel(waiting));
    slot.enqueue("q", "a");

    assertThat(slot.replyTo(waiting)).isEqualTo(Reply.Granted.NOTHING);
    assertThat(slot.task("q", "a").isLeased()).isFalse();
  }

  @Test
  void cancelOfNobodyDoesNothing() {
    assertThat(slot.execute(new Command.Cancel(99))).isEqualTo(new Reply.Done());
  }
}
