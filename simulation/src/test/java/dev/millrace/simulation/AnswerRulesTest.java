package dev.millrace.simulation;

import static dev.millrace.simulation.Clients.HOLDER;
import static dev.millrace.simulation.Clients.QUEUE;
import static dev.millrace.simulation.Clients.lease;
import static dev.millrace.simulation.Clients.leased;
import static dev.millrace.simulation.Clients.pid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Element;
import dev.millrace.queue.ElementResult;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.QueueStats.Rates;
import dev.millrace.queue.Reply;
import dev.millrace.queue.RequestId;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Answers that must not follow on each other, each with the rule that objects to them. */
class AnswerRulesTest {
  private final Clients clients = new Clients();

  private static void assertObjects(String check, ThrowingCallable act) {
    assertThatThrownBy(act)
        .isInstanceOfSatisfying(
            Violation.class, violation -> assertThat(violation.check()).isEqualTo(check));
  }

  private void grantBoth(List<Pid> shelf) {
    clients.enqueue(1);
    clients.enqueue(2);
    clients.enqueue(3);
    var tasks = List.of(leased(1, 200, 0, 9), leased(3, 200, 0, 9));
    clients.answer(clients.send(lease(2)), 200, new Reply.Granted(tasks), shelf);
  }

  @Test
  void d6ObjectsToTicketsThatGoBack() {
    clients.enqueue(1);
    var look = clients.send(new Command.GetPolicies());

    assertObjects("D6", () -> clients.answer(look, 5, new Reply.Done()));
  }

  @Test
  void d5ObjectsToASecondAnswerThatDiffers() {
    var request = new RequestId("c", 1);
    var updated = new Reply.Updated(List.of(new ElementResult.Collapsed(pid(1), kind())));
    clients.answer(clients.sendTokens(request, 1), updated);
    var again = clients.sendTokens(request, 1);

    assertObjects(
        "D5", () -> clients.answer(again, new Reply.Updated(List.of(new ElementResult.Skipped()))));
  }

  private static dev.millrace.queue.TaskState.Kind kind() {
    return dev.millrace.queue.TaskState.Kind.DELAYED;
  }

  @Test
  void p1ObjectsToATaskThatWasPassedOver() {
    assertObjects("P1", () -> grantBoth(List.of(pid(1), pid(2), pid(3))));
  }

  @Test
  void p1AllowsWhatWasNotAvailable() {
    assertThatCode(() -> grantBoth(List.of(pid(1), pid(3)))).doesNotThrowAnyException();
  }

  @Test
  void p3ObjectsToAGrantOutOfOrder() {
    clients.enqueue(1);
    clients.enqueue(2);
    var op = clients.send(lease(2));
    var tasks = List.of(leased(2, 200, 0, 9), leased(1, 200, 0, 9));

    assertObjects("P3", () -> clients.answer(op, 200, new Reply.Granted(tasks)));
  }

  @Test
  void p3ObjectsToAGrantAboveTheBound() {
    clients.enqueue(2);
    var bounded =
        new Command.Lease(new Source.Queues(List.of(QUEUE)), 1, 100, pid(1), 0, HOLDER, null);
    var op = clients.send(bounded);

    assertObjects(
        "P3", () -> clients.answer(op, 200, new Reply.Granted(List.of(leased(2, 200, 0, 9)))));
  }

  @Test
  void p4ObjectsToAFifoPidThatIsNotTheLargest() {
    enqueueFifo(FifoForm.of(50, 1));
    enqueueFifo(FifoForm.of(51, 0));

    assertObjects("P4", () -> enqueueFifo(FifoForm.of(51, 0)));
  }

  @Test
  void p4ObjectsToAFifoPidOfAnotherForm() {
    assertObjects("P4", () -> enqueueFifo(Pid.of("@1")));
  }

  private void enqueueFifo(Pid given) {
    var op = clients.send(Command.Update.of(Element.Enqueue.of(QUEUE, null, Payload.EMPTY)));
    clients.answer(op, new Reply.Updated(List.of(new ElementResult.Created(given))));
  }

  @Test
  void g2ObjectsToAGenerationThatGoesBack() {
    survey(7);
    survey(8);

    assertObjects("G2", () -> survey(7));
  }

  private void survey(long generation) {
    var stats =
        new QueueStats(QUEUE, generation, true, 0, 0, 0, -1, 0, 0, Rates.ZERO, Rates.ZERO, -1);
    var op = clients.send(new Command.GetPolicies());
    clients.answer(op, new Reply.Surveyed(List.of(stats), 1, Reply.Totals.ZERO));
  }

  @Test
  void u1ObjectsToAPidThatIsThereTwice() {
    var op = clients.send(new Command.GetPolicies());
    var task = Clients.task(pid(1), Payload.EMPTY);

    assertObjects(
        "U1", () -> clients.answer(op, new Reply.Peeked(QUEUE, List.of(task, task), null)));
  }

  @Test
  void s1ObjectsToStatisticsThatAreNotWhatAScanFinds() {
    var wrong = new QueueStats(QUEUE, 1, false, 2, 0, 0, 0, 1, 0, Rates.ZERO, Rates.ZERO, -1);
    var tasks = List.of(Clients.task(pid(1), Payload.EMPTY));

    assertObjects("S1", () -> Audit.checkStats(wrong, tasks));
  }

  @Test
  void s3ObjectsToTasksThatNeitherCameNorWent() {
    var wrong = new QueueStats(QUEUE, 1, false, 1, 0, 0, 0, 5, 3, Rates.ZERO, Rates.ZERO, -1);
    var tasks = List.of(Clients.task(pid(1), Payload.EMPTY));

    assertObjects("S3", () -> Audit.checkStats(wrong, tasks));
  }
}
