package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.bytes;
import static dev.millrace.node.wire.Messages.dequeue;
import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.problemOf;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.request;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.Dequeue;
import dev.millrace.api.v1.Durability;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.ElementResult.Outcome;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.GetRequest;
import dev.millrace.api.v1.OnConflict;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.UpdateReply;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.node.CommandPath;
import dev.millrace.queue.Command;
import dev.millrace.queue.Problem;
import dev.millrace.queue.Ticket;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UpdateCallTest {
  private static final Queue MAIL = queue("mail");

  private final WireServer server = WireServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void enqueuedTaskIsThere() {
    var reply = server.client().update(update(enqueue(MAIL, "a")));

    assertThat(reply.getResults(0).getOutcome()).isEqualTo(Outcome.CREATED);
    var found =
        server.client().get(GetRequest.newBuilder().setQueue(MAIL).setPid(bytes("a")).build());
    assertThat(found.getTask().getData()).isEqualTo(bytes("data of a"));
  }

  @Test
  void replyHasOneResultForEachElementInOrder() {
    var reply =
        server.client().update(update(enqueue(MAIL, "b"), enqueue(MAIL, "a"), enqueue(MAIL, "b")));

    assertThat(reply.getResultsList())
        .extracting(result -> result.getPid().toStringUtf8() + " " + result.getOutcome())
        .containsExactly("b CREATED", "a CREATED", "b COLLAPSED");
  }

  @Test
  void witnessGrowsWithinASlot() {
    var first = server.client().update(update(enqueue(MAIL, "a"))).getWitness();
    var second = server.client().update(update(enqueue(MAIL, "b"))).getWitness();

    assertThat(second.getSlot()).isEqualTo(first.getSlot());
    assertThat(second.getTicket()).isGreaterThan(first.getTicket());
    assertThat(second.getEpoch()).isEqualTo(Ticket.epochOf(second.getTicket()));
  }

  @Test
  void failedElementIsNamedAndNothingChanges() {
    server.client().update(update(enqueue(MAIL, "there")));
    var fails =
        Element.newBuilder()
            .setEnqueue(
                Enqueue.newBuilder()
                    .setQueue(MAIL)
                    .setPid(bytes("there"))
                    .setOnConflict(OnConflict.FAIL))
            .build();

    var problem = problemOf(() -> server.client().update(update(enqueue(MAIL, "a"), fails)));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.ALREADY_EXISTS);
    assertThat(problem.getElement()).isEqualTo(1);
    var gone =
        problemOf(
            () ->
                server
                    .client()
                    .get(GetRequest.newBuilder().setQueue(MAIL).setPid(bytes("a")).build()));
    assertThat(gone.getCode()).isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void refusedInputNamesTheElement() {
    var problem =
        problemOf(
            () -> server.client().update(update(enqueue(MAIL, "a"), Element.getDefaultInstance())));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.INVALID);
    assertThat(problem.getElement()).isEqualTo(1);
  }

  @Test
  void updateOverTwoGroupsIsRefused() {
    var elsewhere = enqueue(queue("other", "mail"), "a");

    var problem = problemOf(() -> server.client().update(update(enqueue(MAIL, "a"), elsewhere)));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.INVALID);
    assertThat(server.path.submitted(Command.Update.class)).isEmpty();
  }

  @Test
  void dequeueWithLeaseZeroDoesNotCancelTheTask() {
    server.client().update(update(enqueue(MAIL, "a")));
    var zero =
        Element.newBuilder()
            .setDequeue(Dequeue.newBuilder().setQueue(MAIL).setPid(bytes("a")).setLease(0))
            .build();

    var problem = problemOf(() -> server.client().update(update(zero)));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.LEASE_LOST);
  }

  @Test
  void leasedTaskIsDequeuedWithItsLease() {
    server.client().update(update(enqueue(MAIL, "a")));
    var task = server.client().lease(lease(1, MAIL)).getTasks(0);

    var reply = server.client().update(update(dequeue(task)));

    assertThat(reply.getResults(0).getOutcome()).isEqualTo(Outcome.REMOVED);
  }

  @Test
  void repeatedRequestGetsTheSameAnswer() {
    var request =
        update(Element.newBuilder().setEnqueue(Enqueue.newBuilder().setQueue(MAIL)).build())
            .toBuilder()
            .setRequest(request("me", 1))
            .build();

    var first = server.client().update(request);
    var second = server.client().update(request);

    assertThat(second.getResultsList()).isEqualTo(first.getResultsList());
  }

  @Test
  void requestIdOfAnotherKindOfRequestIsRefused() {
    var update = update(enqueue(MAIL, "a")).toBuilder().setRequest(request("me", 1)).build();
    var lease = lease(1, MAIL).toBuilder().setRequest(request("me", 1)).build();
    server.client().update(update);

    var problem = problemOf(() -> server.client().lease(lease));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void commandGoesToTheSlotOfItsGroupWithItsDurability() {
    var request =
        update(enqueue(server.queueIn(3, "mail"), "a")).toBuilder()
            .setDurability(Durability.OS)
            .build();

    server.client().update(request);

    var submitted = server.path.submitted(Command.Update.class).getFirst();
    assertThat(submitted.slot()).isEqualTo(3);
    assertThat(submitted.durability()).isEqualTo(CommandPath.Durability.OS);
  }

  @Test
  void unknownDurabilityIsRefused() {
    var request = update(enqueue(MAIL, "a")).toBuilder().setDurabilityValue(9).build();

    var problem = problemOf(() -> server.client().update(request));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void deadlineOfTheCallIsThatOfTheCommand() {
    long before = System.nanoTime();
    server.client().withDeadlineAfter(5, TimeUnit.SECONDS).update(update(enqueue(MAIL, "a")));

    var submitted = server.path.submitted(Command.Update.class).getFirst();
    assertThat(submitted.expiryNanos() - before)
        .isBetween(TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.SECONDS.toNanos(6));
  }

  @Test
  void refusedCommandFailsWithItsProblem() {
    server.path.refuse(new Problem(dev.millrace.queue.ErrorCode.OVERLOADED, "too much"), _ -> true);

    var failure =
        (StatusRuntimeException)
            Assertions.catchThrowable(() -> server.client().update(update(enqueue(MAIL, "a"))));

    assertThat(failure.getStatus().getCode()).isEqualTo(Code.RESOURCE_EXHAUSTED);
    assertThat(Messages.problem(failure).getCode()).isEqualTo(ErrorCode.OVERLOADED);
    assertThat(Messages.problem(failure).getRetryAfter()).isEqualTo(TimeAdapter.duration(100));
  }

  @Test
  void updateWhoseCallerHasGoneIsExecutedNevertheless() {
    server.path.hold();
    var gone = Received.<UpdateRequest, UpdateReply>create();
    server.asyncClient().update(update(enqueue(MAIL, "a")), gone);
    server.path.awaitUnanswered(1);

    gone.cancel();
    assertThat(WireServer.isCancelled(gone.awaitFailure())).isTrue();
    server.path.release();

    var found =
        server.client().get(GetRequest.newBuilder().setQueue(MAIL).setPid(bytes("a")).build());
    assertThat(found.hasTask()).isTrue();
  }
}
