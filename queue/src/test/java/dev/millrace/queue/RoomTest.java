package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SampleElements.exists;
import static dev.millrace.queue.SampleElements.expect;
import static dev.millrace.queue.SampleElements.move;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.SlotFixture.Disk;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A journal that is full: what still goes, and that the rest changes nothing. */
class RoomTest {
  private final SlotFixture slot = new SlotFixture();

  @Test
  void growthIsRefusedAndNothingChanged() {
    slot.enqueue("q", "a");
    Snapshot before = slot.snapshot();
    slot.disk(Disk.RESERVE_ONLY);

    assertThat(slot.codeOf(enqueue("q", "b"))).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(slot.codeOf(enqueue("new", "b"))).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(slot.snapshot()).isEqualTo(before);
  }

  @Test
  void completionGoes() {
    slot.enqueue("q", "a");
    Held held = slot.lease("q");
    slot.disk(Disk.RESERVE_ONLY);

    assertThat(slot.apply(held.dequeue())).isEqualTo(new ElementResult.Removed(held.pid()));
  }

  @Test
  void handOverGoes() {
    slot.enqueue("fetch", "a");
    Held held = slot.lease("fetch");
    slot.disk(Disk.RESERVE_ONLY);

    slot.update(held.dequeue(), enqueue("parse", "a"));

    assertThat(slot.pids("parse")).containsExactly("a");
  }

  @Test
  void handOverToTwoStagesIsGrowth() {
    slot.enqueue("fetch", "a");
    Held held = slot.lease("fetch");
    slot.disk(Disk.RESERVE_ONLY);

    assertThat(slot.codeOf(held.dequeue(), enqueue("parse", "a"), enqueue("index", "a")))
        .isEqualTo(ErrorCode.DISK_FULL);
    assertThat(slot.task("fetch", "a")).isEqualTo(held.task());
  }

  @Test
  void leaseReleaseRenewMoveAndDeleteGo() {
    slot.enqueue("q", "a", "b");
    slot.disk(Disk.RESERVE_ONLY);

    Held held = slot.lease("q");
    slot.update(held.renew(MINUTE));
    slot.update(held.release());
    slot.update(move("q", "b", "r", "b"));

    assertThat(slot.execute(new Command.DeleteQueue(QueueName.of("r"), null)))
        .isInstanceOf(Reply.Deleted.class);
  }

  @Test
  void deadLetteringGoes() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1));
    slot.enqueue("q", "a");
    slot.lease("q");
    slot.disk(Disk.RESERVE_ONLY);

    slot.tick(MINUTE);

    assertThat(slot.pids("q.dead")).containsExactly("a");
  }

  @Test
  void updateThatOnlyLooksNeedsNoRoom() {
    slot.enqueue("q", "a");
    slot.disk(Disk.FULL);

    assertThat(slot.update(expect(exists("q", "a")), enqueue("q", "a"))).hasSize(2);
  }

  @Test
  void everythingIsRefusedWithoutRoomAndNothingChanged() {
    slot.policies(SamplePolicy.of("q").maxAttempts(1));
    slot.enqueue("q", "a", "b", "c");
    Held held = slot.lease("q");
    slot.lease("q");
    Snapshot before = slot.snapshot();
    slot.disk(Disk.FULL);

    for (Command command :
        List.of(
            Command.Update.of(held.dequeue()),
            Command.Update.of(held.renew(MINUTE)),
            Command.Update.of(held.fail("boom")),
            Command.Update.of(held.moveTo("r", "x")),
            Command.Update.of(enqueue("q", "a", "x", OnConflict.REPLACE)),
            Command.Update.of(enqueue("q", "a", "x", OnConflict.AGAIN)),
            new Command.RenewAll("worker", 60_000, null),
            new Command.Pause(QueueName.of("q"), true),
            new Command.Pause(QueueName.of("new"), true),
            new Command.DeleteQueue(QueueName.of("q"), null),
            new Command.SetPolicies(1, List.of()))) {
      assertThat(SlotFixture.codeOf(slot.execute(command)))
          .as("%s", command)
          .isEqualTo(ErrorCode.DISK_FULL);
      assertThat(slot.snapshot()).isEqualTo(before);
    }
  }

  @Test
  void leaseWithoutRoomIsRefusedAndNotToldThatThereIsNothing() {
    slot.enqueue("q", "a");
    slot.disk(Disk.FULL);

    assertThat(slot.refused(SampleLease.from("q").command()).code()).isEqualTo(ErrorCode.DISK_FULL);
    slot.disk(Disk.EMPTY);
    assertThat(slot.lease("q", 1)).hasSize(1);
  }

  @Test
  void leaseThatCouldWaitIsRefusedTooBecauseNobodyWouldWakeIt() {
    slot.enqueue("q", "a");
    slot.disk(Disk.FULL);

    assertThat(slot.refused(SampleLease.from("q").waiting(MINUTE).command()).code())
        .isEqualTo(ErrorCode.DISK_FULL);
  }

  @Test
  void leaseOfWhatIsNotThereNeedsNoRoom() {
    slot.disk(Disk.FULL);

    assertThat(slot.lease("q", 1)).isEmpty();
    long waiting = slot.submit(SampleLease.from("q").waiting(MINUTE));

    assertThat(slot.isWaiting(waiting)).isTrue();
  }

  @Test
  void refusedGrantTakesNoToken() {
    slot.policies(SamplePolicy.of("q").rate(1, 1));
    slot.enqueue("q", "a");
    slot.disk(Disk.FULL);
    slot.refused(SampleLease.from("q").command());

    slot.disk(Disk.EMPTY);

    assertThat(slot.lease("q", 1)).hasSize(1);
  }

  @Test
  void expiryIsRetriedLater() {
    slot.enqueue("q", "a");
    slot.lease("q");
    slot.disk(Disk.FULL);
    slot.tick(MINUTE);
    assertThat(slot.task("q", "a").isLeased()).isTrue();
    assertThat(slot.nextWake()).isEqualTo(slot.now() + 1000);

    slot.disk(Disk.EMPTY);
    slot.tick(MINUTE);

    assertThat(slot.task("q", "a").isLeased()).isFalse();
    assertThat(slot.task("q", "a").past().attempts()).isEqualTo(1);
  }

  @Test
  void growthThatIsRefusedDoesNotPutOffWhatIsDue() {
    slot.enqueue("q", "a");
    slot.lease(SampleLease.from("q").lasting(Duration.ofMillis(500)));
    long wake = slot.nextWake();
    slot.disk(Disk.RESERVE_ONLY);

    assertThat(slot.codeOf(enqueue("q", "b"))).isEqualTo(ErrorCode.DISK_FULL);

    assertThat(slot.nextWake()).isEqualTo(wake);
  }

  @Test
  void waiterIsServedWhenRoomHasComeBack() {
    slot.disk(Disk.FULL);
    assertThat(slot.codeOf(enqueue("q", "a"))).isEqualTo(ErrorCode.DISK_FULL);
    long waiting = slot.submit(SampleLease.from("q").waiting(MINUTE));

    slot.disk(Disk.EMPTY);
    slot.enqueue("q", "a");

    assertThat(slot.grantedTo(waiting)).hasSize(1);
  }

  @Test
  void waiterForTokenIsServedThoughDeleteWasRefused() {
    slot.policies(SamplePolicy.of("q").rate(1, 1));
    slot.enqueue("q", "a", "b");
    slot.lease("q");
    long waiting = slot.submit(SampleLease.from("q").waiting(MINUTE));
    slot.disk(Disk.FULL);
    slot.execute(new Command.DeleteQueue(QueueName.of("q"), null));
    slot.disk(Disk.EMPTY);

    slot.tick(Duration.ofSeconds(1));

    assertThat(Held.pids(slot.grantedTo(waiting))).containsExactly("b");
  }

  @Test
  void idleQueueThatCannotBeForgottenIsForgottenLater() {
    slot.enqueue("q", "a");
    slot.update(slot.lease("q").dequeue());
    slot.disk(Disk.FULL);
    slot.tick(MINUTE.multipliedBy(10));
    slot.disk(Disk.EMPTY);

    slot.tick(MINUTE.multipliedBy(10));

    assertThat(slot.nextWake()).isEqualTo(Long.MAX_VALUE);
  }
}
