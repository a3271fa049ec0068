package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.after;
import static dev.millrace.queue.SampleElements.cancel;
import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DequeueTest {
  private static final ElementResult REMOVED_A = new ElementResult.Removed(Pid.of("a"));

  private final SlotFixture slot = new SlotFixture();

  @Test
  void currentLeaseRemovesTask() {
    slot.enqueue("q", "a");

    ElementResult result = slot.apply(slot.lease("q").dequeue());

    assertThat(result).isEqualTo(REMOVED_A);
    assertThat(slot.find("q", "a")).isNull();
  }

  @Test
  void lateDequeueSucceedsBeforeTheExpiryExecuted() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");

    slot.pass(MINUTE);

    assertThat(slot.apply(held.dequeue())).isEqualTo(REMOVED_A);
  }

  @Test
  void lateDequeueSucceedsAfterTheExpiryExecuted() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");

    slot.tick(MINUTE);

    assertThat(slot.apply(held.dequeue())).isEqualTo(REMOVED_A);
  }

  @Test
  void lateDequeueSucceedsWhileTheTaskBacksOff() {
    slot.policies(SamplePolicy.of("q").backoff(MINUTE, 1, MINUTE));
    slot.enqueue("q", "a");
    Held held = slot.lease("q");

    slot.tick(MINUTE);

    assertThat(slot.apply(held.dequeue())).isEqualTo(REMOVED_A);
  }

  @Test
  void supersededLeaseIsLost() {
    slot.enqueue("q", "a");
    Held first = slot.lease("q");
    slot.tick(MINUTE);
    slot.lease("q");

    assertThat(slot.codeOf(first.dequeue())).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void supersededLeaseStaysLostAfterTheSecondExpired() {
    slot.enqueue("q", "a");
    Held first = slot.lease("q");
    slot.tick(MINUTE);
    Held second = slot.lease("q");
    slot.tick(MINUTE);

    assertThat(slot.codeOf(first.dequeue())).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(slot.apply(second.dequeue())).isEqualTo(REMOVED_A);
  }

  @Test
  void releasedLeaseIsLost() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.update(held.release());

    assertThat(slot.codeOf(held.dequeue())).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void movedTaskIsNotFoundByItsLease() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.update(held.moveTo("q", "b"));

    assertThat(slot.codeOf(held.dequeue())).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(slot.codeOf(new Element.Dequeue(held.queue(), Pid.of("b"), held.lease())))
        .isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void deadLetteredTaskIsNotFoundByItsLease() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1));
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.tick(MINUTE);

    assertThat(slot.codeOf(held.dequeue())).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(slot.pids("q.dead")).containsExactly("a");
  }

  @Test
  void secondDequeueIsLost() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.update(held.dequeue());

    assertThat(slot.codeOf(held.dequeue())).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void leaseOfDeletedQueueIsLost() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.execute(new Command.DeleteQueue(QueueName.of("q"), null));
    slot.enqueue("q", "a");

    assertThat(slot.codeOf(held.dequeue())).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void leaseThatWasNeverGrantedIsLost() {
    slot.enqueue("q", "a");

    assertThat(slot.codeOf(new Element.Dequeue(QueueName.of("q"), Pid.of("a"), 123)))
        .isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void leaseOfAnotherTaskIsLost() {
    slot.enqueue("q", "a", "b");
    Held a = slot.lease("q");
    slot.lease("q");

    assertThat(slot.codeOf(new Element.Dequeue(a.queue(), Pid.of("b"), a.lease())))
        .isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void tasksOfOneGrantShareItsLease() {
    slot.enqueue("q", "a", "b");

    var held = slot.lease("q", 2);

    assertThat(held.get(0).lease()).isEqualTo(held.get(1).lease());
    assertThat(slot.update(held.get(1).dequeue(), held.get(0).dequeue())).hasSize(2);
  }

  @Test
  void cancelTakesAvailableTask() {
    slot.enqueue("q", "a");

    assertThat(slot.apply(cancel("q", "a"))).isEqualTo(REMOVED_A);
  }

  @Test
  void cancelTakesDelayedTask() {
    slot.update(enqueue("q", "a", after(MINUTE)));

    assertThat(slot.apply(cancel("q", "a"))).isEqualTo(REMOVED_A);
  }

  @Test
  void cancelTakesLeasedTaskAndItsLeaseIsLost() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");

    assertThat(slot.apply(cancel("q", "a"))).isEqualTo(REMOVED_A);
    assertThat(slot.codeOf(held.dequeue())).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void cancelOfMissingTaskIsNotFound() {
    slot.enqueue("q", "a");

    assertThat(slot.codeOf(cancel("q", "b"))).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(slot.codeOf(cancel("other", "a"))).isEqualTo(ErrorCode.NOT_FOUND);
  }
}
