package dev.millrace.queue;

import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RenewTest {
  private final SlotFixture slot = new SlotFixture();

  @Test
  void renewedLeaseEndsLeaseTimeFromNow() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.pass(Duration.ofSeconds(50));

    ElementResult result = slot.apply(held.renew(MINUTE));

    assertThat(result).isEqualTo(new ElementResult.Renewed(held.pid(), slot.in(MINUTE)));
  }

  @Test
  void renewedLeaseOutlivesItsFirstDeadline() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.pass(Duration.ofSeconds(50));
    slot.update(held.renew(MINUTE));

    slot.tick(Duration.ofSeconds(50));

    assertThat(slot.task("q", "a").isLeased()).isTrue();
  }

  @Test
  void renewalMayShortenLease() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.update(held.renew(Duration.ofSeconds(1)));

    slot.tick(Duration.ofSeconds(1));

    assertThat(slot.task("q", "a").isLeased()).isFalse();
  }

  @Test
  void leaseIsRenewedInItsLastMillisecond() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.pass(MINUTE.minusMillis(1));

    assertThat(slot.apply(held.renew(MINUTE))).isInstanceOf(ElementResult.Renewed.class);
  }

  @Test
  void dueLeaseCannotBeRenewedEvenBeforeItsExpiryExecuted() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.pass(MINUTE);

    assertThat(slot.codeOf(held.renew(MINUTE))).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void expiredLeaseCannotBeRenewed() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.tick(MINUTE);

    assertThat(slot.codeOf(held.renew(MINUTE))).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void supersededLeaseCannotBeRenewed() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.tick(MINUTE);
    slot.lease("q");

    assertThat(slot.codeOf(held.renew(MINUTE))).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void noLeaseCannotBeRenewed() {
    slot.enqueue("q", "a");

    assertThat(slot.codeOf(new Element.Renew(QueueName.of("q"), Pid.of("a"), Task.NO_LEASE, 1000)))
        .isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void renewalIsCutToThePolicysLeaseTime() {
    slot.policies(SamplePolicy.of("q").maxLeaseTime(Duration.ofSeconds(90)));
    slot.enqueue("q", "a");
    Held held = slot.lease("q");

    assertThat(slot.apply(held.renew(Duration.ofHours(1))))
        .isEqualTo(new ElementResult.Renewed(held.pid(), slot.in(Duration.ofSeconds(90))));
  }

  @Test
  void renewalKeepsWhoHoldsTheTaskAndSinceWhen() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.pass(Duration.ofSeconds(1));

    slot.update(held.renew(MINUTE));

    var before = (TaskState.Leased) held.task().state();
    assertThat(slot.task("q", "a").state())
        .isEqualTo(new TaskState.Leased(before.holder(), before.sinceMillis(), slot.in(MINUTE)));
  }

  @Test
  void renewAllRenewsEveryLeaseOfTheHolder() {
    slot.enqueue("q", "a", "b");
    slot.enqueue("r", "c");
    slot.lease("q", 2);
    slot.lease("r", 1);
    slot.pass(Duration.ofSeconds(30));

    Reply reply = slot.execute(new Command.RenewAll("worker", MINUTE.toMillis(), null));

    assertThat(reply).isEqualTo(new Reply.RenewedAll(3));
    slot.tick(Duration.ofSeconds(59));
    assertThat(slot.stats("q").leased()).isEqualTo(2);
    assertThat(slot.stats("r").leased()).isEqualTo(1);
  }

  @Test
  void renewAllLeavesOtherHoldersAlone() {
    slot.enqueue("q", "a", "b");
    slot.lease(SampleLease.from("q").max(1).by("other"));
    slot.lease(SampleLease.from("q").max(1));

    assertThat(slot.execute(new Command.RenewAll("worker", 1000, null)))
        .isEqualTo(new Reply.RenewedAll(1));
  }

  @Test
  void renewAllLeavesDueLeasesAlone() {
    slot.enqueue("q", "a");
    slot.lease("q");
    slot.pass(MINUTE);

    assertThat(slot.execute(new Command.RenewAll("worker", 1000, null)))
        .isEqualTo(new Reply.RenewedAll(0));
  }

  @Test
  void renewAllStaysInItsGroup() {
    slot.enqueue("q", "a");
    slot.lease("q");

    assertThat(slot.execute(new Command.RenewAll("worker", 1000, "other")))
        .isEqualTo(new Reply.RenewedAll(0));
    assertThat(slot.execute(new Command.RenewAll("worker", 1000, "")))
        .isEqualTo(new Reply.RenewedAll(1));
  }

  @Test
  void renewAllIsCutToEachQueuesPolicy() {
    slot.policies(SamplePolicy.of("short").maxLeaseTime(Duration.ofSeconds(10)));
    slot.enqueue("short", "a");
    slot.enqueue("long", "a");
    slot.lease("short");
    slot.lease("long");

    slot.execute(new Command.RenewAll("worker", MINUTE.toMillis(), null));
    slot.tick(Duration.ofSeconds(10));

    assertThat(slot.stats("short").leased()).isZero();
    assertThat(slot.stats("long").leased()).isEqualTo(1);
  }

  @Test
  void renewAllForgetsWhatWasDeleted() {
    slot.enqueue("q", "a");
    slot.lease("q");
    slot.execute(new Command.DeleteQueue(QueueName.of("q"), null));

    assertThat(slot.execute(new Command.RenewAll("worker", 1000, null)))
        .isEqualTo(new Reply.RenewedAll(0));
  }
}
