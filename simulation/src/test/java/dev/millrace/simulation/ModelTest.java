package dev.millrace.simulation;

import static dev.millrace.simulation.ModelHistory.A;
import static dev.millrace.simulation.ModelHistory.B;
import static dev.millrace.simulation.ModelHistory.HOLDER;
import static dev.millrace.simulation.ModelHistory.dequeue;
import static dev.millrace.simulation.ModelHistory.enqueue;
import static dev.millrace.simulation.ModelHistory.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Condition;
import dev.millrace.queue.Element;
import dev.millrace.queue.ElementResult;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.OnConflict;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.Policy;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Reply;
import dev.millrace.queue.RequestId;
import dev.millrace.queue.Start;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskName;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Kind;
import dev.millrace.simulation.ModelRequests.Decision;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Small histories, each with what docs/protocol.md says must come of it. */
class ModelTest {
  private final ModelHistory history = new ModelHistory();

  private static Element conflicting(
      QueueName queue, String pid, String data, OnConflict onConflict) {
    return new Element.Enqueue(
        queue, Pid.of(pid), Payload.of(data), new Start.Now(), onConflict, null);
  }

  private Task task(QueueName queue, String pid) {
    Task task = history.model.state.task(queue, Pid.of(pid));
    if (task == null) {
      throw new AssertionError("%s has no task %s".formatted(queue, pid));
    }
    return task;
  }

  @Test
  void lowestPidsAreGrantedFirstAsUnsignedBytes() {
    history.update(
        Element.Enqueue.of(A, Pid.of(new byte[] {(byte) 0x80}), Payload.EMPTY),
        Element.Enqueue.of(A, Pid.of(new byte[] {0x7f}), Payload.EMPTY),
        Element.Enqueue.of(A, Pid.EMPTY, Payload.EMPTY));

    assertThat(history.lease(3, 10, A)).containsExactly("a/", "a/0x7f", "a/0x80");
  }

  @Test
  void keptConflictTellsTheStateAndChangesNothing() {
    history.update(conflicting(A, "x", "old", OnConflict.KEEP));

    assertThat(history.update(conflicting(A, "x", "new", OnConflict.KEEP)))
        .containsExactly(new ElementResult.Collapsed(Pid.of("x"), Kind.AVAILABLE));
    assertThat(task(A, "x").data()).isEqualTo(Payload.of("old"));
  }

  @Test
  void replacedTaskLosesItsLease() {
    history.update(enqueue(A, "x"));
    history.lease(1, 100, A);
    long lease = history.lastLease();

    assertThat(history.update(conflicting(A, "x", "new", OnConflict.REPLACE)))
        .containsExactly(new ElementResult.Replaced(Pid.of("x"), Kind.LEASED));
    assertThat(history.failure(dequeue(A, "x", lease))).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void dequeueOfATaskThatRunsAgainLeavesTheNewData() {
    history.update(enqueue(A, "x"));
    history.lease(1, 100, A);
    long lease = history.lastLease();
    history.update(
        conflicting(A, "x", "one", OnConflict.AGAIN), conflicting(A, "x", "two", OnConflict.AGAIN));

    assertThat(history.update(dequeue(A, "x", lease)))
        .containsExactly(new ElementResult.Requeued(Pid.of("x")));
    assertThat(task(A, "x").data()).isEqualTo(Payload.of("two"));
    assertThat(task(A, "x").state()).isEqualTo(new Available());
  }

  @Test
  void lateDequeueSucceedsUntilSomebodyLeasesTheTaskAgain() {
    history.update(enqueue(A, "x"), enqueue(A, "y"));
    history.lease(2, 100, A);
    long lease = history.lastLease();
    history.advance(100);
    history.expire();

    assertThat(history.update(dequeue(A, "x", lease)))
        .containsExactly(new ElementResult.Removed(Pid.of("x")));
    history.lease(1, 100, A);
    assertThat(history.failure(dequeue(A, "y", lease))).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void leaseThatIsDueCantBeRenewedEvenBeforeItsExpiryExecutes() {
    history.update(enqueue(A, "x"));
    history.lease(1, 100, A);
    long lease = history.lastLease();

    history.advance(99);
    assertThat(history.update(new Element.Renew(A, Pid.of("x"), lease, 5)))
        .containsExactly(new ElementResult.Renewed(Pid.of("x"), history.now() + 5));
    history.advance(5);
    assertThat(history.failure(new Element.Renew(A, Pid.of("x"), lease, 5)))
        .isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(task(A, "x").isLeased()).isTrue();
  }

  @Test
  void lastAttemptGoesToTheDeadLetters() {
    history.policies(policy("a", 2, 0, 0));
    history.update(enqueue(A, "x"));
    for (int i = 0; i < 2; i++) {
      history.lease(1, 10, A);
      history.advance(10);
      history.expire();
    }

    Task dead = task(A.sibling("a.dead"), "x");
    assertThat(history.pids(A)).isEmpty();
    assertThat(dead.past()).isEqualTo(new Task.Past(2, "lease expired", A));
    assertThat(dead.lease()).isZero();
  }

  @Test
  void deadLetterOfATakenPidGetsAFifoPid() {
    history.policies(policy("a", 1, 0, 0));
    history.update(enqueue(A.sibling("a.dead"), "x"), enqueue(A, "x"));
    history.lease(1, 10, A);
    long lease = history.lastLease();

    var results =
        history.update(new Element.Release(A, Pid.of("x"), lease, new Start.Now(), true, "why"));

    var expected = FifoForm.of(history.lastLease(), 0);
    assertThat(results)
        .containsExactly(new ElementResult.DeadLettered(A.sibling("a.dead"), expected));
  }

  @Test
  void failedReleaseWaitsForTheBackoffUnlessADelayIsGiven() {
    var backoff = new Policy.Backoff(15, 1.5, 100);
    var names = new NameFilter(null, NamePattern.ANY);
    history.policies(new Policy(names, 0, backoff, "", null, 0, 0, 0));
    history.update(enqueue(A, "x"));
    for (int expected : new int[] {15, 23, 34}) {
      history.lease(1, 10, A);
      long lease = history.lastLease();
      history.update(new Element.Release(A, Pid.of("x"), lease, new Start.Now(), true, "why"));
      assertThat(task(A, "x").state()).isEqualTo(new Delayed(history.now() + expected));
      history.advance(expected);
      history.expire();
    }
    history.lease(1, 10, A);

    history.update(
        new Element.Release(A, Pid.of("x"), history.lastLease(), new Start.After(0), true, "why"));

    assertThat(task(A, "x").state()).isEqualTo(new Available());
  }

  @Test
  void failedElementLeavesNothingBehind() {
    history.update(enqueue(A, "x"));

    var reply =
        (Reply.Failed)
            history.reply(
                Command.Update.of(
                    dequeue(A, "x", 0),
                    enqueue(B, "y"),
                    new Element.Expect(new Condition.TaskExists(A, Pid.of("x")))));

    assertThat(reply.problem().code()).isEqualTo(ErrorCode.CONDITION_FAILED);
    assertThat(reply.problem().element()).isEqualTo(2);
    assertThat(history.pids(A)).containsExactly("x");
    assertThat(history.pids(B)).isEmpty();
  }

  @Test
  void skippedElementLetsTheRestGoOn() {
    var onlyIf =
        new Element.Enqueue(
            A,
            Pid.of("x"),
            Payload.EMPTY,
            new Start.Now(),
            OnConflict.FAIL,
            new Condition.TaskExists(B, Pid.EMPTY));

    assertThat(history.update(onlyIf, enqueue(B, "y")))
        .containsExactly(new ElementResult.Skipped(), new ElementResult.Created(Pid.of("y")));
  }

  @Test
  void fullQueueRefusesOnlyWhatWouldMakeItLarger() {
    history.policies(policy("a", 0, 0, 1));
    history.update(enqueue(A, "x"), enqueue(B, "y"));

    assertThat(history.failure(enqueue(A, "z"))).isEqualTo(ErrorCode.QUEUE_FULL);
    assertThat(history.failure(move("y", B, "y", A))).isEqualTo(ErrorCode.QUEUE_FULL);
    assertThat(history.update(move("x", A, "z", A)))
        .containsExactly(new ElementResult.Moved(A, Pid.of("z")));
  }

  private static Element move(String pid, QueueName from, String toPid, QueueName to) {
    return new Element.Move(from, Pid.of(pid), 0, to, Pid.of(toPid), new Start.Now(), false);
  }

  @Test
  void moveEndsTheLeaseAndKeepsADelay() {
    history.update(
        enqueue(A, "x"),
        new Element.Enqueue(
            A, Pid.of("y"), Payload.EMPTY, new Start.After(50), OnConflict.KEEP, null));
    history.lease(1, 100, A);
    long lease = history.lastLease();

    history.update(move("x", A, "x", B), move("y", A, "y", B));

    assertThat(task(B, "x").state()).isEqualTo(new Available());
    assertThat(task(B, "x").lease()).isZero();
    assertThat(task(B, "y").state()).isEqualTo(new Delayed(history.now() + 50));
    assertThat(history.failure(dequeue(A, "x", lease))).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(history.failure(move("x", B, "x", B))).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void fifoPidsOfTheFutureAreRefused() {
    history.update(enqueue(A, "x"));
    Pid given = FifoForm.of(history.model.state.lastTicket, 7);

    assertThat(history.update(Element.Enqueue.of(A, given, Payload.EMPTY)))
        .containsExactly(new ElementResult.Created(given));
    assertThat(
            history.failure(
                Element.Enqueue.of(A, FifoForm.of(history.lastLease() + 1, 0), Payload.EMPTY)))
        .isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void patternLeaseTakesFromQueuesInTurn() {
    history.update(
        enqueue(A, "1"), enqueue(A, "2"), enqueue(A, "3"), enqueue(B, "1"), enqueue(B, "2"));

    assertThat(history.leaseMatching(".", 3)).containsExactly("a/1", "b/1", "a/2");
    assertThat(history.leaseMatching(".", 3)).containsExactly("b/2", "a/3");
  }

  @Test
  void listLeaseExhaustsTheFirstQueue() {
    history.update(enqueue(A, "1"), enqueue(B, "1"), enqueue(B, "2"));

    assertThat(history.lease(2, 10, B, A)).containsExactly("b/1", "b/2");
  }

  @Test
  void pausedQueueAndUsedUpConcurrencyGiveNothing() {
    history.policies(policy("b", 0, 1, 0));
    history.update(enqueue(A, "1"), enqueue(B, "1"), enqueue(B, "2"));

    assertThat(history.reply(new Command.Pause(A, true))).isEqualTo(new Reply.Paused(false));
    assertThat(history.leaseMatching(".", 9)).containsExactly("b/1");
    assertThat(history.reply(new Command.Pause(A, false))).isEqualTo(new Reply.Paused(true));
    assertThat(history.leaseMatching(".", 9)).containsExactly("a/1");
  }

  @Test
  void bucketIsFullAtFirstAndRefillsEvenly() {
    var names = new NameFilter(null, NamePattern.ANY);
    history.policies(new Policy(names, 0, null, "", new Policy.RateLimit(125, 2), 0, 0, 0));
    history.update(enqueue(A, "1"), enqueue(A, "2"), enqueue(A, "3"), enqueue(A, "4"));

    assertThat(history.lease(9, 1000, A)).hasSize(2);
    history.advance(7);
    assertThat(history.lease(9, 1000, A)).isEmpty();
    history.advance(1);
    assertThat(history.lease(9, 1000, A)).containsExactly("a/3");
  }

  @Test
  void requestIsExecutedOnceAndAnsweredTwice() {
    var request = new RequestId("c", 1);
    var update = new Command.Update(List.of(conflicting(A, "x", "1", OnConflict.FAIL)), request);
    Reply first = history.reply(update);

    var decision = history.model.state.requests.decide(request, history.now());

    assertThat(decision).isInstanceOf(Decision.Repeat.class);
    assertThat(history.model.repeat(((Decision.Repeat) decision).outcome())).isEqualTo(first);
  }

  @Test
  void repeatedLeaseGetsWhatItStillHolds() {
    history.update(enqueue(A, "x"), enqueue(A, "y"));
    var request = new RequestId("c", 1);
    var _ =
        history.reply(
            new Command.Lease(new Source.Queues(List.of(A)), 2, 100, null, 0, HOLDER, request));
    history.update(dequeue(A, "x", history.lastLease()));

    var decision = (Decision.Repeat) history.model.state.requests.decide(request, history.now());

    assertThat(((Reply.Granted) history.model.repeat(decision.outcome())).tasks())
        .extracting(leased -> leased.task().pid().toString())
        .containsExactly("y");
  }

  @Test
  void grantThatIsGivenBackCountsNoAttempt() {
    history.update(enqueue(A, "x"));
    history.lease(1, 100, A);

    var _ =
        history.reply(
            new Command.GiveBack(history.lastLease(), List.of(new TaskName(A, Pid.of("x")))));

    assertThat(task(A, "x").state()).isEqualTo(new Available());
    assertThat(task(A, "x").past()).isEqualTo(Task.Past.NONE);
  }

  @Test
  void renewAllRenewsTheHoldersUnexpiredLeases() {
    history.update(enqueue(A, "x"), enqueue(B, "y"));
    history.lease(1, 10, A);
    history.lease(1, 100, B);
    history.advance(10);

    assertThat(history.reply(new Command.RenewAll("h", 500, null)))
        .isEqualTo(new Reply.RenewedAll(1));
  }

  @Test
  void deletedQueueTakesItsLeasesWithIt() {
    history.update(enqueue(A, "x"));
    history.lease(1, 100, A);
    long lease = history.lastLease();

    var deleted = (Reply.Deleted) history.reply(new Command.DeleteQueue(A, null));

    assertThat(deleted.tasks()).isEqualTo(1);
    assertThat(history.failure(dequeue(A, "x", lease))).isEqualTo(ErrorCode.LEASE_LOST);
    assertThat(history.reply(new Command.DeleteQueue(A, null)))
        .matches(
            reply -> reply instanceof Reply.Failed f && f.problem().code() == ErrorCode.NOT_FOUND);
  }

  @Test
  void leaseThatGetsNothingWaits() {
    var lease = new Command.Lease(new Source.Queues(List.of(A)), 1, 100, null, 50, HOLDER, null);

    assertThat(history.execute(lease).reply()).isEmpty();

    history.update(enqueue(A, "x"));
    var waiter = history.model.waiters.all().getFirst();
    assertThat(history.model.couldServe(waiter, true)).isTrue();
    assertThat(history.model.serve(waiter, 99).tasks()).hasSize(1);
    assertThat(task(A, "x").lease()).isEqualTo(99);
  }
}
