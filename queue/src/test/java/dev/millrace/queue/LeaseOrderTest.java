package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which tasks a lease on named queues gets. */
class LeaseOrderTest {
  private final SlotFixture slot = new SlotFixture();

  @Test
  void lowestPidsComeFirst() {
    slot.enqueue("q", "c", "a", "d", "b");

    assertThat(Held.pids(slot.lease("q", 3))).containsExactly("a", "b", "c");
  }

  @Test
  void leaseGetsExactlyTheFirstOnesWhateverTheOrderOfArrival() {
    Random random = new Random(11);
    List<String> left = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String pid = "%08x".formatted(random.nextInt());
      slot.enqueue("q", pid);
      left.add(pid);
      if (i % 7 == 6) {
        left.sort(null);
        List<String> first = left.subList(0, 3);
        assertThat(Held.pids(slot.lease("q", 3))).isEqualTo(first);
        first.clear();
      }
    }
  }

  @Test
  void pidsAreComparedAsUnsignedBytes() {
    for (int b : new int[] {0xff, 0x7f, 0x80, 0x00}) {
      slot.update(enqueueBytes(new byte[] {(byte) b}));
    }

    assertThat(Held.pids(slot.lease("q", 4))).containsExactly("0x00", "0x7f", "0x80", "0xff");
  }

  @Test
  void prefixComesBeforeWhatItIsPrefixOf() {
    slot.enqueue("q", "aa", "a", "b");

    assertThat(Held.pids(slot.lease("q", 3))).containsExactly("a", "aa", "b");
  }

  @Test
  void emptyPidIsTheMostUrgent() {
    slot.update(enqueueBytes(new byte[] {0}));
    slot.update(enqueueBytes(new byte[0]));

    assertThat(slot.lease("q").pid()).isEqualTo(Pid.EMPTY);
  }

  private static Element enqueueBytes(byte[] pid) {
    return Element.Enqueue.of(QueueName.of("q"), Pid.of(pid), Payload.EMPTY);
  }

  @Test
  void maxPidIsIncluded() {
    slot.enqueue("q", "a", "b", "c");

    assertThat(Held.pids(slot.lease(SampleLease.from("q").upTo("b")))).containsExactly("a", "b");
  }

  @Test
  void emptyMaxPidLetsTheEmptyPidThroughOnly() {
    slot.enqueue("q", "a", "");

    assertThat(slot.lease(SampleLease.from("q").upTo("")))
        .extracting(Held::pid)
        .containsExactly(Pid.EMPTY);
  }

  @Test
  void maxPidHoldsForEachQueueOfTheList() {
    slot.enqueue("q", "c");
    slot.enqueue("r", "a", "c");

    assertThat(Held.names(slot.lease(SampleLease.from("q", "r").upTo("b")))).containsExactly("r/a");
  }

  @Test
  void firstQueueOfTheListGivesAllItCanFirst() {
    slot.enqueue("q", "y", "z");
    slot.enqueue("r", "a", "b");

    assertThat(Held.names(slot.lease(SampleLease.from("q", "r").max(3))))
        .containsExactly("q/y", "q/z", "r/a");
  }

  @Test
  void queueNamedTwiceGivesOnce() {
    slot.enqueue("q", "a");

    assertThat(Held.names(slot.lease(SampleLease.from("q", "q")))).containsExactly("q/a");
  }

  @Test
  void leasedTaskIsGrantedToNobodyElse() {
    slot.enqueue("q", "a");
    slot.lease("q");

    assertThat(slot.lease("q", 1)).isEmpty();
  }

  @Test
  void queueThatIsNotThereGivesNothing() {
    assertThat(slot.lease("q", 1)).isEmpty();
    assertThat(slot.journaledSteps()).isZero();
  }

  @Test
  void leaseFirstExecutesWhatIsDueInItsQueues() {
    slot.enqueue("q", "a", "b");
    slot.lease("q");

    slot.pass(MINUTE);

    assertThat(Held.pids(slot.lease("q", 2))).containsExactly("a", "b");
  }

  @Test
  void leaseLeavesWhatIsDueInOtherQueues() {
    slot.enqueue("q", "a");
    slot.enqueue("r", "a");
    slot.lease("r");
    slot.pass(MINUTE);

    slot.lease("q");

    assertThat(slot.task("r", "a").isLeased()).isTrue();
  }

  @Test
  void grantTellsHolderAndDeadline() {
    slot.enqueue("q", "a");

    Held held =
        slot.lease(SampleLease.from("q").by("w1").lasting(Duration.ofSeconds(5))).getFirst();

    assertThat(held.task().state())
        .isEqualTo(
            new TaskState.Leased(
                new Holder("w1", "10.0.0.1:5000"), slot.now(), slot.in(Duration.ofSeconds(5))));
    assertThat(slot.task("q", "a")).isEqualTo(held.task());
  }

  @Test
  void leaseNumberIsTheTicketOfItsStep() {
    slot.enqueue("q", "a");

    Held held = slot.lease("q");

    assertThat(held.lease()).isEqualTo(slot.lastTicket());
  }

  @Test
  void grantEndsWhenItsDataPassesTheLimit() {
    SlotFixture small = new SlotFixture(new Limits(100, 10, 10, 5, 1000, 60_000, 60_000));
    for (String pid : List.of("a", "b", "c", "d")) {
      small.update(enqueue("q", pid, "123"));
    }

    assertThat(Held.pids(small.lease("q", 4))).containsExactly("a", "b");
  }

  @Test
  void grantHasAtLeastOneTaskHoweverLarge() {
    SlotFixture small = new SlotFixture(new Limits(100, 10, 10, 5, 1000, 60_000, 60_000));
    small.update(enqueue("q", "a", "x".repeat(100)));
    small.update(enqueue("q", "b", "x".repeat(100)));

    assertThat(Held.pids(small.lease("q", 4))).containsExactly("a");
  }

  @Test
  void leaseOfTheTaskLimitIsTaken() {
    SlotFixture small = new SlotFixture(new Limits(100, 10, 2, 1000, 1000, 60_000, 60_000));
    small.enqueue("q", "a", "b", "c");

    assertThat(SlotFixture.codeOf(small.execute(SampleLease.from("q").max(3).command())))
        .isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(small.lease("q", 2)).hasSize(2);
  }
}
