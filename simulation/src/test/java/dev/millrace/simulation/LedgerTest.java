package dev.millrace.simulation;

import static dev.millrace.simulation.Clients.QUEUE;
import static dev.millrace.simulation.Clients.pid;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command;
import dev.millrace.queue.Element;
import dev.millrace.queue.ElementResult;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Problem;
import dev.millrace.queue.Reply;
import dev.millrace.queue.RequestId;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Histories that must not be, each with the rule that objects to it; and some that may be. */
class LedgerTest {
  private final Clients clients = new Clients();

  private static void assertObjects(String check, ThrowingCallable act) {
    assertThatThrownBy(act)
        .isInstanceOfSatisfying(
            Violation.class,
            violation ->
                org.assertj.core.api.Assertions.assertThat(violation.check()).isEqualTo(check));
  }

  private static Reply failed(ErrorCode code) {
    return new Reply.Failed(new Problem(code, "", 0));
  }

  @Test
  void d1ObjectsToAnAcknowledgedTaskThatIsLost() {
    clients.enqueue(1);
    clients.enqueue(2);

    assertObjects("D1", () -> clients.scan(2));
  }

  @Test
  void d1AllowsATaskToBeGoneThatSomebodyMayHaveDequeued() {
    clients.enqueue(1);
    clients.grant(1, 200, 0, 100);
    clients.sendDequeue(1, 200);

    assertThatCode(() -> clients.scan()).doesNotThrowAnyException();
  }

  @Test
  void d1ObjectsToALossAfterADequeueThatFailed() {
    clients.enqueue(1);
    clients.grant(1, 200, 0, 100);
    clients.answer(clients.sendDequeue(1, 200), failed(ErrorCode.LEASE_LOST));

    assertObjects("D1", () -> clients.scan());
  }

  @Test
  void d1AllowsALossInACrashOfWhatOnlyTheSystemHad() {
    var op =
        clients.send(
            Command.Update.of(Element.Enqueue.of(QUEUE, pid(1), Token.data(1))), Durability.OS);
    clients.answer(op, 101, new Reply.Updated(List.of(new ElementResult.Created(pid(1)))));

    assertObjects("D1", () -> clients.scan());
    clients.ledger.recovered(0, 100);
    assertThatCode(() -> clients.scan()).doesNotThrowAnyException();
  }

  @Test
  void d2ObjectsToChangedData() {
    clients.enqueue(1);
    var peek = clients.send(new Command.Get(QUEUE, pid(1)));
    var changed = Clients.task(pid(1), Payload.of("t1:x"));

    assertObjects("D2", () -> clients.answer(peek, new Reply.Found(QUEUE, changed)));
  }

  @Test
  void d3ObjectsToATaskThatNobodyEnqueued() {
    assertObjects("D3", () -> clients.scan(7));
  }

  @Test
  void d3ObjectsToATaskWhoseUpdateFailed() {
    clients.answer(clients.sendTokens(null, 1), failed(ErrorCode.QUEUE_FULL));

    assertObjects("D3", () -> clients.scan(1));
  }

  @Test
  void d4ObjectsToATaskThatComesBack() {
    clients.enqueue(1);
    clients.grant(1, 200, 0, 100);
    clients.dequeue(1, 200, 201);

    assertObjects("D4", () -> clients.grant(1, 300, 500, 600));
  }

  @Test
  void d4AllowsAnAnswerThatWasUnderWayBeforeTheDequeue() {
    clients.enqueue(1);
    clients.grant(1, 200, 0, 100);
    var look = clients.send(new Command.Get(QUEUE, pid(1)));
    clients.dequeue(1, 200, 201);
    var seen = new Reply.Found(QUEUE, Clients.task(pid(1), Token.data(1)));

    assertThatCode(() -> clients.answer(look, seen)).doesNotThrowAnyException();
  }

  @Test
  void d4ObjectsToATaskOfADeletedQueue() {
    clients.enqueue(1);
    clients.ledger.deleted(List.of(Token.data(1)), 1);

    assertObjects("D4", () -> clients.scan(1));
  }

  @Test
  void d5ObjectsToARequestThatWasRefusedAndThenExecuted() {
    var request = new RequestId("c", 1);
    clients.answer(clients.sendTokens(request, 1), failed(ErrorCode.QUEUE_FULL));
    var again = clients.sendTokens(request, 1);
    var created = new Reply.Updated(List.of(new ElementResult.Created(pid(1))));

    assertObjects("D5", () -> clients.answer(again, created));
  }

  @Test
  void a1ObjectsToHalfAnUpdate() {
    clients.sendTokens(null, 1, 2, 3);

    assertThatCode(() -> clients.scan()).doesNotThrowAnyException();
    assertThatCode(() -> clients.scan(1, 2, 3)).doesNotThrowAnyException();
    assertObjects("A1", () -> clients.scan(1, 3));
  }

  @Test
  void a3ObjectsToABatonThatIsMissing() {
    var elements = List.<Element>of(Element.Enqueue.of(QUEUE, pid(0), Token.baton(0)));
    clients.answer(
        clients.send(new Command.Update(elements, null)),
        new Reply.Updated(List.of(new ElementResult.Created(pid(0)))));

    assertObjects("A3", () -> clients.scan());
  }

  @Test
  void u1ObjectsToATaskThatIsThereTwice() {
    clients.enqueue(1);

    assertObjects("U1", () -> clients.scan(1, 1));
  }

  @Test
  void l1ObjectsToTwoLeasesAtATime() {
    clients.enqueue(1);
    clients.grant(1, 200, 0, 100);

    assertObjects("L1", () -> clients.grant(1, 201, 99, 150));
  }

  @Test
  void l1AllowsALeaseThatBeginsWhenTheOtherEnds() {
    clients.enqueue(1);
    clients.grant(1, 200, 0, 100);

    assertThatCode(() -> clients.grant(1, 201, 100, 150)).doesNotThrowAnyException();
  }

  @Test
  void l1CountsRenewals() {
    clients.enqueue(1);
    clients.grant(1, 200, 0, 100);
    var renew = clients.send(Command.Update.of(new Element.Renew(QUEUE, pid(1), 200, 500)));
    clients.answer(renew, new Reply.Updated(List.of(new ElementResult.Renewed(pid(1), 600))));

    assertObjects("L1", () -> clients.grant(1, 300, 150, 700));
  }

  @Test
  void l1AllowsALeaseAfterARelease() {
    clients.enqueue(1);
    clients.grant(1, 200, 0, 100);
    clients.send(
        new Command.GiveBack(200, List.of(new dev.millrace.queue.TaskName(QUEUE, pid(1)))));

    assertThatCode(() -> clients.grant(1, 201, 50, 150)).doesNotThrowAnyException();
  }

  @Test
  void l3ObjectsToASupersededLeaseThatDequeues() {
    clients.enqueue(1);
    clients.grant(1, 200, 0, 100);
    clients.grant(1, 300, 100, 200);

    assertObjects("L3", () -> clients.dequeue(1, 200, 301));
  }

  @Test
  void l3ObjectsWhenTheLaterGrantIsLearnedLast() {
    clients.enqueue(1);
    clients.grant(1, 200, 0, 100);
    var late = clients.send(Clients.lease(1));
    var op =
        clients.send(Command.Update.of(new Element.Renew(QUEUE, pid(1), 200, 10)), Durability.OS);
    clients.answer(op, 301, new Reply.Updated(List.of(new ElementResult.Renewed(pid(1), 600))));

    assertObjects(
        "L3",
        () ->
            clients.answer(
                late, 300, new Reply.Granted(List.of(Clients.leased(1, 300, 100, 200)))));
  }

  @Test
  void l3ObjectsToALeaseNumberThatIsUsedTwice() {
    clients.enqueue(1);
    clients.enqueue(2);
    clients.grant(1, 200, 0, 100);

    assertObjects("L3", () -> clients.grant(2, 200, 0, 100));
  }
}
