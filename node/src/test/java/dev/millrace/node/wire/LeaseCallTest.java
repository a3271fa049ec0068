package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.pattern;
import static dev.millrace.node.wire.Messages.pids;
import static dev.millrace.node.wire.Messages.problemOf;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.request;
import static dev.millrace.node.wire.Messages.seconds;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.TaskState;
import dev.millrace.queue.Command;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases from one slot, which are one command. */
class LeaseCallTest {
  private static final Queue MAIL = queue("mail");
  private static final Queue URGENT = queue("urgent");

  private final WireServer server = WireServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void leaseHandsOutTasksInOrder() {
    server.client().update(update(enqueue(MAIL, "b"), enqueue(MAIL, "a"), enqueue(MAIL, "c")));

    var reply = server.client().lease(lease(2, MAIL));

    assertThat(pids(reply)).containsExactly("a", "b");
    assertThat(reply.getWitnessesList()).hasSize(1);
    var task = reply.getTasks(0);
    assertThat(task.getState()).isEqualTo(TaskState.LEASED);
    assertThat(task.getLease()).isEqualTo(reply.getWitnesses(0).getTicket());
    assertThat(task.getHolder()).isEqualTo("worker");
    assertThat(task.getData().toStringUtf8()).isEqualTo("data of a");
  }

  @Test
  void absentNumberOfTasksIsOne() {
    server.client().update(update(enqueue(MAIL, "a"), enqueue(MAIL, "b")));

    assertThat(pids(server.client().lease(lease(0, MAIL)))).containsExactly("a");
  }

  @Test
  void queuesOfOneGroupAreOneCommand() {
    server.client().update(update(enqueue(MAIL, "a"), enqueue(URGENT, "z")));

    var reply = server.client().lease(lease(5, URGENT, MAIL));

    assertThat(pids(reply)).containsExactly("z", "a");
    assertThat(server.path.submitted(Command.Lease.class)).hasSize(1);
  }

  @Test
  void holderIsTheAddressOfTheCallerUnlessItSays() {
    server.client().update(update(enqueue(MAIL, "a")));

    var task = server.client().lease(lease(1, MAIL).toBuilder().clearHolder().build()).getTasks(0);

    assertThat(task.getAddress()).matches("127\\.0\\.0\\.1:\\d+");
    assertThat(task.getHolder()).isEqualTo(task.getAddress());
  }

  @Test
  void leaseThatGetsNothingIsEmptyAndHasNoWitness() {
    assertThat(server.client().lease(lease(1, MAIL))).isEqualTo(LeaseReply.getDefaultInstance());
    assertThat(server.client().lease(lease(1, pattern(".*"))))
        .isEqualTo(LeaseReply.getDefaultInstance());
  }

  @Test
  void waitingLeaseIsServedByTheEnqueue() {
    var waiting = Received.<LeaseRequest, LeaseReply>create();
    server.asyncClient().lease(waiting(60), waiting);
    server.path.awaitUnanswered(1);

    server.client().update(update(enqueue(MAIL, "a")));

    assertThat(pids(waiting.awaitEnd().getFirst())).containsExactly("a");
  }

  @Test
  void waitEndsWithAnEmptyReply() {
    var waiting = Received.<LeaseRequest, LeaseReply>create();
    server.asyncClient().lease(waiting(60), waiting);
    server.path.awaitUnanswered(1);

    server.path.advance(Duration.ofSeconds(60));

    assertThat(waiting.awaitEnd()).containsExactly(LeaseReply.getDefaultInstance());
  }

  @Test
  void waitOfACallerWhoHasGoneIsCancelled() {
    var waiting = Received.<LeaseRequest, LeaseReply>create();
    server.asyncClient().lease(waiting(60), waiting);
    server.path.awaitUnanswered(1);

    waiting.cancel();

    server.path.awaitUnanswered(0);
    server.client().update(update(enqueue(MAIL, "a")));
    assertThat(pids(server.client().lease(lease(1, MAIL)))).containsExactly("a");
  }

  @Test
  void waitOfALostConnectionIsCancelled() {
    var channel = server.connect();
    var waiting = Received.<LeaseRequest, LeaseReply>create();
    MillraceGrpc.newStub(channel).lease(waiting(60), waiting);
    server.path.awaitUnanswered(1);

    channel.shutdownNow();

    server.path.awaitUnanswered(0);
  }

  @Test
  void grantToACallerWhoHasGoneIsGivenBack() {
    server.client().update(update(enqueue(MAIL, "a")));
    server.path.hold();
    var gone = Received.<LeaseRequest, LeaseReply>create();
    server.asyncClient().lease(lease(1, MAIL), gone);
    server.path.awaitUnanswered(1);

    gone.cancel();
    server.path.await(Command.Cancel.class, 1);
    server.path.release();

    server.path.await(Command.GiveBack.class, 1);
    var task = server.client().lease(lease(1, MAIL)).getTasks(0);
    assertThat(task.getPid().toStringUtf8()).isEqualTo("a");
    assertThat(task.getAttempts()).isZero();
  }

  @Test
  void deliveredGrantIsNotGivenBack() {
    server.client().update(update(enqueue(MAIL, "a")));
    var channel = server.connect();
    MillraceGrpc.newBlockingStub(channel).lease(lease(1, MAIL));

    channel.shutdownNow();

    assertThat(server.client().lease(lease(1, MAIL)).getTasksList()).isEmpty();
    assertThat(server.path.submitted(Command.GiveBack.class)).isEmpty();
  }

  @Test
  void repeatedLeaseGetsTheTasksItStillHolds() {
    server.client().update(update(enqueue(MAIL, "a"), enqueue(MAIL, "b")));
    var request = lease(1, MAIL).toBuilder().setRequest(request("me", 1)).build();

    var first = server.client().lease(request);
    var second = server.client().lease(request);

    assertThat(second.getTasksList()).isEqualTo(first.getTasksList());
  }

  @Test
  void repeatedLeaseTakesThePlaceOfOneThatWaits() {
    var request = waiting(60).toBuilder().setRequest(request("me", 1)).build();
    var first = Received.<LeaseRequest, LeaseReply>create();
    server.asyncClient().lease(request, first);
    server.path.awaitUnanswered(1);

    var second = Received.<LeaseRequest, LeaseReply>create();
    server.asyncClient().lease(request, second);

    assertThat(Messages.problem(first.awaitFailure()).getCode()).isEqualTo(ErrorCode.SUPERSEDED);
    server.client().update(update(enqueue(MAIL, "a")));
    assertThat(pids(second.awaitEnd().getFirst())).containsExactly("a");
  }

  @Test
  void refusedLeaseSaysWhy() {
    var problem = problemOf(() -> server.client().lease(LeaseRequest.getDefaultInstance()));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.INVALID);
    assertThat(problem.hasElement()).isFalse();
  }

  private static LeaseRequest waiting(long seconds) {
    return lease(1, MAIL).toBuilder().setWait(seconds(seconds)).build();
  }
}
