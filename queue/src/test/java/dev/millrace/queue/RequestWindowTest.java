package dev.millrace.queue;

import static dev.millrace.queue.SampleElements.cancel;
import static dev.millrace.queue.SampleElements.enqueue;
import static dev.millrace.queue.SampleElements.fifo;
import static dev.millrace.queue.SlotFixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Requests that come a second time. */
class RequestWindowTest {
  private final SlotFixture slot = new SlotFixture();

  @Test
  void repetitionGetsTheSameAnswerAndIsNotExecuted() {
    Command request = request(1, fifo("q", "x"));
    Reply first = slot.execute(request);

    assertThat(slot.execute(request)).isEqualTo(first);
    assertThat(slot.tasks("q")).hasSize(1);
  }

  @Test
  void numbersOfOneClientMayComeInAnyOrder() {
    slot.execute(request(5, enqueue("q", "a")));

    assertThat(slot.execute(request(3, enqueue("q", "b")))).isInstanceOf(Reply.Updated.class);
    assertThat(slot.pids("q")).containsExactly("a", "b");
  }

  @Test
  void sameNumberOfAnotherClientIsAnotherRequest() {
    slot.execute(request(1, fifo("q", "x")));
    slot.execute(new Command.Update(List.of(fifo("q", "x")), new RequestId("somebody else", 1)));

    assertThat(slot.tasks("q")).hasSize(2);
  }

  @Test
  void failureIsKeptToo() {
    Command request = request(1, cancel("q", "a"));
    Reply failed = slot.execute(request);
    slot.enqueue("q", "a");

    assertThat(slot.execute(request)).isEqualTo(failed);
    assertThat(slot.pids("q")).containsExactly("a");
  }

  @Test
  void collapseIsKeptToo() {
    slot.enqueue("q", "a");
    Command request = request(1, enqueue("q", "a"));
    Reply collapsed = slot.execute(request);
    slot.update(cancel("q", "a"));

    assertThat(slot.execute(request)).isEqualTo(collapsed);
    assertThat(slot.pids("q")).isEmpty();
  }

  @Test
  void numberIsNotForTwoKindsOfCall() {
    slot.execute(request(1, enqueue("q", "a")));

    Reply reply =
        slot.execute(new Command.DeleteQueue(QueueName.of("q"), new RequestId("client", 1)));

    assertThat(reply).isInstanceOf(Reply.Failed.class);
    assertThat(((Reply.Failed) reply).problem().code()).isEqualTo(ErrorCode.INVALID);
    assertThat(slot.pids("q")).containsExactly("a");
  }

  @Test
  void repeatedLeaseGetsWhatItStillHolds() {
    slot.enqueue("q", "a", "b", "c");
    SampleLease lease = SampleLease.from("q").max(3).request("client", 1);
    List<Held> first = slot.lease(lease);
    slot.update(first.get(0).dequeue());
    slot.update(first.get(1).release());

    assertThat(slot.lease(lease)).containsExactly(first.get(2));
  }

  @Test
  void repeatedLeaseShowsRenewedDeadlines() {
    slot.enqueue("q", "a");
    SampleLease lease = SampleLease.from("q").request("client", 1);
    Held held = slot.lease(lease).getFirst();
    slot.update(held.renew(MINUTE.multipliedBy(2)));

    assertThat(slot.lease(lease).getFirst().untilMillis())
        .isEqualTo(slot.in(MINUTE.multipliedBy(2)));
  }

  @Test
  void repeatedLeaseGetsNothingThatIsDue() {
    slot.enqueue("q", "a");
    SampleLease lease = SampleLease.from("q").request("client", 1);
    slot.lease(lease);
    slot.pass(MINUTE);

    assertThat(slot.lease(lease)).isEmpty();
  }

  @Test
  void repeatedLeaseGetsNothingThatSomebodyElseHolds() {
    slot.enqueue("q", "a");
    SampleLease lease = SampleLease.from("q").request("client", 1);
    slot.lease(lease);
    slot.tick(MINUTE);
    slot.lease("q");

    assertThat(slot.lease(lease)).isEmpty();
  }

  @Test
  void leaseThatGotNothingTriesAgain() {
    SampleLease lease = SampleLease.from("q").request("client", 1);
    assertThat(slot.lease(lease)).isEmpty();
    slot.enqueue("q", "a");

    assertThat(slot.lease(lease)).hasSize(1);
  }

  @Test
  void grantToWaiterIsKept() {
    SampleLease lease = SampleLease.from("q").request("client", 1).waiting(MINUTE);
    long waiting = slot.submit(lease);
    slot.enqueue("q", "a", "b");

    assertThat(slot.lease(lease)).isEqualTo(slot.grantedTo(waiting));
  }

  @Test
  void repeatedDeleteTellsTheSameNumbers() {
    slot.enqueue("q", "a", "b");
    var delete = new Command.DeleteQueue(QueueName.of("q"), new RequestId("client", 1));
    slot.execute(delete);
    slot.enqueue("q", "c");

    assertThat(slot.execute(delete)).isEqualTo(new Reply.Deleted(List.of(), 1, 2));
    assertThat(slot.pids("q")).containsExactly("c");
  }

  @Test
  void outcomeIsKeptForItsTime() {
    Command request = request(1, fifo("q", "x"));
    slot.execute(request);

    slot.pass(MINUTE.multipliedBy(10).minusMillis(1));

    assertThat(slot.execute(request)).isInstanceOf(Reply.Updated.class);
  }

  @Test
  void requestWhoseOutcomeIsForgottenIsTooOld() {
    Command request = request(1, fifo("q", "x"));
    slot.execute(request);
    slot.pass(MINUTE.multipliedBy(10));

    assertThat(SlotFixture.codeOf(slot.execute(request))).isEqualTo(ErrorCode.REQUEST_TOO_OLD);
    assertThat(slot.tasks("q")).hasSize(1);
  }

  @Test
  void numberBelowOneThatIsForgottenIsTooOldThoughNeverSeen() {
    slot.execute(request(5, fifo("q", "x")));
    slot.pass(MINUTE.multipliedBy(10));

    assertThat(SlotFixture.codeOf(slot.execute(request(4, fifo("q", "x")))))
        .isEqualTo(ErrorCode.REQUEST_TOO_OLD);
  }

  @Test
  void numberAboveOneThatIsForgottenIsExecuted() {
    slot.execute(request(5, fifo("q", "x")));
    slot.pass(MINUTE.multipliedBy(10));

    assertThat(slot.execute(request(6, fifo("q", "x")))).isInstanceOf(Reply.Updated.class);
  }

  @Test
  void oldestOutcomesGoWhenTheBytesAreUsedUp() {
    SlotFixture small = withBudget(1000);
    IntStream.rangeClosed(1, 20).forEach(i -> small.execute(request(i, fifo("q", "x"))));

    assertThat(SlotFixture.codeOf(small.execute(request(1, fifo("q", "x")))))
        .isEqualTo(ErrorCode.REQUEST_TOO_OLD);
    assertThat(small.execute(request(20, fifo("q", "x")))).isInstanceOf(Reply.Updated.class);
    assertThat(small.tasks("q")).hasSize(20);
  }

  @Test
  void longPidsUseUpTheBytesSooner() {
    SlotFixture small = withBudget(10_000);
    for (int i = 1; i <= 20; i++) {
      small.execute(request(i, enqueue("q", "x".repeat(1020) + i, "")));
    }

    assertThat(SlotFixture.codeOf(small.execute(request(5, fifo("q", "x")))))
        .isEqualTo(ErrorCode.REQUEST_TOO_OLD);
  }

  @Test
  void lastOutcomeIsKeptHoweverLarge() {
    SlotFixture small = withBudget(1);
    Command request = request(1, fifo("q", "x"));
    Reply first = small.execute(request);

    assertThat(small.execute(request)).isEqualTo(first);
  }

  private static SlotFixture withBudget(long bytes) {
    return new SlotFixture(new Limits(1000, 100, 100, 1000, bytes, 600_000, 600_000));
  }

  @Test
  void outcomesSurviveCrash() {
    Command request = request(1, fifo("q", "x"));
    Reply first = slot.execute(request);
    Command failing = request(2, cancel("q", "nothing"));
    Reply failed = slot.execute(failing);

    slot.crash();

    assertThat(slot.execute(request)).isEqualTo(first);
    assertThat(slot.execute(failing)).isEqualTo(failed);
    assertThat(slot.tasks("q")).hasSize(1);
  }

  @Test
  void leaseRepeatedAfterCrashGetsWhatItStillHolds() {
    slot.enqueue("q", "a");
    SampleLease lease = SampleLease.from("q").request("client", 1);
    List<Held> held = slot.lease(lease);

    slot.crash();

    assertThat(slot.lease(lease)).isEqualTo(held);
  }

  @Test
  void whatIsForgottenStaysRefusedAfterCrash() {
    slot.execute(request(1, fifo("q", "x")));
    slot.pass(MINUTE.multipliedBy(10));
    slot.execute(request(2, fifo("q", "x")));

    slot.crash();

    assertThat(SlotFixture.codeOf(slot.execute(request(1, fifo("q", "x")))))
        .isEqualTo(ErrorCode.REQUEST_TOO_OLD);
  }

  @Test
  void requestRefusedForLackOfRoomIsNotKept() {
    Command request = request(1, fifo("q", "x"));
    slot.disk(SlotFixture.Disk.FULL);
    assertThat(SlotFixture.codeOf(slot.execute(request))).isEqualTo(ErrorCode.DISK_FULL);
    slot.disk(SlotFixture.Disk.EMPTY);

    assertThat(slot.execute(request)).isInstanceOf(Reply.Updated.class);
  }

  @Test
  void settledRequestIsTooOld() {
    slot.execute(request(1, fifo("q", "x")));
    slot.execute(request(2, fifo("q", "x")));
    slot.execute(settling(3, 1));

    assertThat(SlotFixture.codeOf(slot.execute(request(1, fifo("q", "x")))))
        .isEqualTo(ErrorCode.REQUEST_TOO_OLD);
    assertThat(slot.execute(request(2, fifo("q", "x")))).isInstanceOf(Reply.Updated.class);
    assertThat(slot.tasks("q")).hasSize(3);
  }

  @Test
  void settledRequestStaysTooOldAfterCrash() {
    slot.execute(request(1, fifo("q", "x")));
    slot.execute(settling(3, 2));

    slot.crash();

    assertThat(SlotFixture.codeOf(slot.execute(request(2, fifo("q", "x")))))
        .isEqualTo(ErrorCode.REQUEST_TOO_OLD);
  }

  @Test
  void settledOutcomesMakeRoomForOthers() {
    SlotFixture small = withBudget(1000);
    for (int sequence = 2; sequence < 100; sequence++) {
      small.execute(settling(sequence, sequence - 2));
    }

    assertThat(small.execute(settling(98, 96))).isInstanceOf(Reply.Updated.class);
    assertThat(small.tasks("q")).hasSize(98);
  }

  @Test
  void settledFarAheadCostsNothing() {
    slot.execute(request(1, fifo("q", "x")));
    slot.execute(settling(Long.MAX_VALUE, Long.MAX_VALUE - 1));

    assertThat(SlotFixture.codeOf(slot.execute(request(7, fifo("q", "x")))))
        .isEqualTo(ErrorCode.REQUEST_TOO_OLD);
  }

  @Test
  void outcomesThatAreSettledDoNotPileUpBehindAClientThatHasLeft() {
    var window = new RequestWindow(1 << 20, MINUTE.toMillis());
    window.keep(1, kept(new RequestId("left", 1)));
    for (long sequence = 1; sequence <= 10_000; sequence++) {
      window.keep(1 + sequence, kept(new RequestId("client", sequence, sequence - 1)));
    }

    assertThat(window.inMemory()).isLessThan(200);
    assertThat(window.takeKept()).extracting(one -> one.ticket()).containsExactly(1L, 10_001L);
  }

  private static Change.RequestKept kept(RequestId request) {
    return new Change.RequestKept(
        request, SlotFixture.START_MILLIS, new Change.Outcome.Update(new Reply.Updated(List.of())));
  }

  private static Command.Update settling(long sequence, long settled) {
    return new Command.Update(List.of(fifo("q", "x")), new RequestId("client", sequence, settled));
  }

  private static Command.Update request(long sequence, Element... elements) {
    return new Command.Update(List.of(elements), new RequestId("client", sequence));
  }
}
