package dev.millrace.queue;

import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PauseTest {
  private final SlotFixture slot = new SlotFixture();

  @Test
  void pausedQueueGrantsNothing() {
    slot.enqueue("q", "a");
    pause("q", true);

    assertThat(slot.lease("q", 1)).isEmpty();
    assertThat(slot.lease(SampleLease.matching(".*"))).isEmpty();
  }

  @Test
  void everythingElseGoesOn() {
    slot.enqueue("q", "a", "b", "c");
    Held a = slot.lease("q");
    Held b = slot.lease("q");
    pause("q", true);

    slot.update(a.renew(MINUTE), b.dequeue());
    slot.enqueue("q", "d");
    slot.tick(MINUTE);

    assertThat(slot.pids("q")).containsExactly("a", "c", "d");
    assertThat(slot.task("q", "a").isLeased()).isFalse();
  }

  @Test
  void resumedQueueGrantsAgain() {
    slot.enqueue("q", "a");
    pause("q", true);
    pause("q", false);

    assertThat(slot.lease("q", 1)).hasSize(1);
  }

  @Test
  void replyTellsWhetherTheQueueWasPaused() {
    assertThat(pause("q", true)).isEqualTo(new Reply.Paused(false));
    assertThat(pause("q", true)).isEqualTo(new Reply.Paused(true));
    assertThat(pause("q", false)).isEqualTo(new Reply.Paused(true));
    assertThat(pause("q", false)).isEqualTo(new Reply.Paused(false));
  }

  @Test
  void repeatedPauseWritesNothing() {
    pause("q", true);
    int before = slot.journaledSteps();

    pause("q", true);

    assertThat(slot.journaledSteps()).isEqualTo(before);
  }

  @Test
  void queueThatDoesNotExistYetCanBePaused() {
    pause("q", true);
    slot.enqueue("q", "a");

    assertThat(slot.lease("q", 1)).isEmpty();
  }

  @Test
  void pausedQueueIsShownEvenWhenEmpty() {
    pause("q", true);

    assertThat(slot.stats("q").paused()).isTrue();
    assertThat(slot.stats("q").tasks()).isZero();
  }

  @Test
  void pausedQueueIsNotForgottenWhenIdle() {
    pause("q", true);

    slot.tick(MINUTE.multipliedBy(60));

    assertThat(slot.stats("q").paused()).isTrue();
  }

  @Test
  void resumeOfQueueThatIsNotThereCreatesNothing() {
    pause("q", false);

    assertThat(slot.journaledSteps()).isZero();
  }

  @Test
  void pauseSurvivesCrash() {
    slot.enqueue("q", "a");
    pause("q", true);

    slot.crash();

    assertThat(slot.lease("q", 1)).isEmpty();
    assertThat(slot.stats("q").paused()).isTrue();
  }

  @Test
  void resumeServesEverybodyWhoCanBeServed() {
    slot.enqueue("q", "a", "b");
    pause("q", true);
    long first = slot.submit(SampleLease.from("q").max(1).waiting(MINUTE));
    long second = slot.submit(SampleLease.matching("q").max(1).waiting(MINUTE));

    pause("q", false);

    assertThat(Held.pids(slot.grantedTo(first))).containsExactly("a");
    assertThat(Held.pids(slot.grantedTo(second))).containsExactly("b");
  }

  private Reply pause(String queue, boolean paused) {
    return slot.execute(new Command.Pause(QueueName.of(queue), paused));
  }
}
