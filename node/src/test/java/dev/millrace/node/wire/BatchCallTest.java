package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.bytes;
import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.everywhere;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.pids;
import static dev.millrace.node.wire.Messages.problemOf;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.seconds;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.CallReply.KindCase;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.queue.Command;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchCallTest {
  private static final Queue MAIL = queue("mail");

  private final WireServer server = WireServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void emptyBatchHasAnEmptyReply() {
    assertThat(batch()).isEmpty();
  }

  @Test
  void callsOfAGroupAreExecutedInOrder() {
    var replies =
        batch(
            call(1, lease(1, MAIL)),
            call(2, update(enqueue(MAIL, "b"), enqueue(MAIL, "a"))),
            call(3, lease(1, MAIL)),
            call(4, update(enqueue(MAIL, "0"))),
            call(5, lease(5, MAIL)));

    assertThat(replies).extracting(CallReply::getNumber).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(pids(replies.get(0).getLease())).isEmpty();
    assertThat(pids(replies.get(2).getLease())).containsExactly("a");
    assertThat(pids(replies.get(4).getLease())).containsExactly("0", "b");
  }

  @Test
  void eachCallHasItsOwnOutcome() {
    var replies =
        batch(
            call(7, update(enqueue(MAIL, "a"))),
            Call.newBuilder().setNumber(8).build(),
            call(9, update(enqueue(MAIL, "b"), enqueue(queue("other", "x"), "c"))),
            call(10, LeaseRequest.getDefaultInstance()),
            call(11, update(enqueue(MAIL, "d"))));

    assertThat(replies)
        .extracting(CallReply::getKindCase)
        .containsExactly(
            KindCase.UPDATE, KindCase.PROBLEM, KindCase.PROBLEM, KindCase.PROBLEM, KindCase.UPDATE);
    assertThat(replies.get(1).getProblem().getCode()).isEqualTo(ErrorCode.INVALID);
    assertThat(replies.get(2).getProblem().getElement()).isEqualTo(1);
    assertThat(pids(server.client().lease(lease(9, MAIL)))).containsExactly("a", "d");
  }

  @Test
  void repliesComeInTheOrderOfCallsWhateverTheOrderOfAnswers() {
    var received = Received.<BatchRequest, BatchReply>create();
    var waiting = lease(1, MAIL).toBuilder().setWait(seconds(60)).build();
    server
        .asyncClient()
        .batch(
            BatchRequest.newBuilder()
                .addCalls(call(1, waiting))
                .addCalls(call(2, update(enqueue(queue("other", "mail"), "b"))))
                .build(),
            received);
    server.path.await(Command.Update.class, 1);

    server.client().update(update(enqueue(MAIL, "a")));

    var replies = received.awaitEnd().getFirst().getRepliesList();
    assertThat(replies).extracting(CallReply::getNumber).containsExactly(1L, 2L);
    assertThat(pids(replies.get(0).getLease())).containsExactly("a");
  }

  @Test
  void waitsAndGrantsOfACallerWhoHasGoneAreGivenBack() {
    server.client().update(update(enqueue(MAIL, "a")));
    var other = server.queueIn(1, "mail");
    server.client().update(update(enqueue(other, "b")));
    var received = Received.<BatchRequest, BatchReply>create();
    var empty = server.queueIn(2, "mail");
    server
        .asyncClient()
        .batch(
            BatchRequest.newBuilder()
                .addCalls(call(1, lease(1, MAIL)))
                .addCalls(call(2, lease(1, other)))
                .addCalls(call(3, lease(1, empty).toBuilder().setWait(seconds(60)).build()))
                .build(),
            received);
    server.path.awaitUnanswered(1);

    received.cancel();

    server.path.await(Command.GiveBack.class, 2);
    server.path.awaitUnanswered(0);
    assertThat(pids(server.client().lease(lease(5, everywhere(".*")))))
        .containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void tenThousandCallsAreTakenAndNoneMore() {
    var most =
        BatchRequest.newBuilder().addAllCalls(Collections.nCopies(10_000, call(1, lease(1, MAIL))));

    assertThat(server.client().batch(most.build()).getRepliesCount()).isEqualTo(10_000);
    var problem =
        problemOf(() -> server.client().batch(most.addCalls(call(2, lease(1, MAIL))).build()));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(server.path.submitted(Command.Lease.class)).hasSize(10_000);
  }

  @Test
  void millionElementsAreRefusedByTheirNumber() {
    var small = Element.newBuilder().setEnqueue(Enqueue.newBuilder().setQueue(queue("a"))).build();
    var update =
        UpdateRequest.newBuilder().addAllElements(Collections.nCopies(10_000, small)).build();
    var batch =
        BatchRequest.newBuilder().addAllCalls(Collections.nCopies(100, call(1, update))).build();
    assertThat(batch.getSerializedSize()).isLessThan(Wire.MESSAGE_BYTES_MAX);

    var problem = problemOf(() -> server.client().batch(batch));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(server.path.submitted(Command.Update.class)).isEmpty();
  }

  @Test
  void millionElementsAreRefusedByTheirSize() {
    var update =
        UpdateRequest.newBuilder()
            .addAllElements(Collections.nCopies(10_000, enqueue(MAIL, "some pid")))
            .build();
    var batch =
        BatchRequest.newBuilder().addAllCalls(Collections.nCopies(100, call(1, update))).build();
    assertThat(batch.getSerializedSize()).isGreaterThan(Wire.MESSAGE_BYTES_MAX);

    var failure = Assertions.catchThrowable(() -> server.client().batch(batch));

    assertThat(((StatusRuntimeException) failure).getStatus().getCode())
        .isEqualTo(Code.RESOURCE_EXHAUSTED);
    assertThat(batch()).isEmpty();
  }

  @Test
  void grantsThatHaveNoRoomInTheReplyAreGivenBack() {
    for (int queue = 0; queue < 4; queue++) {
      for (int task = 0; task < 6; task++) {
        var large = Enqueue.newBuilder().setQueue(queue("large" + queue)).setData(bytes(1 << 20));
        server.client().update(update(Element.newBuilder().setEnqueue(large).build()));
      }
    }

    var replies =
        batch(
            call(0, lease(6, queue("large0"))),
            call(1, lease(6, queue("large1"))),
            call(2, lease(6, queue("large2"))),
            call(3, lease(1, queue("large3"))));

    assertThat(replies)
        .extracting(CallReply::getKindCase)
        .containsExactly(KindCase.LEASE, KindCase.LEASE, KindCase.PROBLEM, KindCase.LEASE);
    assertThat(replies.get(2).getProblem().getCode()).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(server.client().lease(lease(6, queue("large2"))).getTasksCount()).isEqualTo(6);
  }

  private List<CallReply> batch(Call... calls) {
    return server
        .client()
        .batch(BatchRequest.newBuilder().addAllCalls(List.of(calls)).build())
        .getRepliesList();
  }

  private static Call call(long number, UpdateRequest update) {
    return Call.newBuilder().setNumber(number).setUpdate(update).build();
  }

  private static Call call(long number, LeaseRequest lease) {
    return Call.newBuilder().setNumber(number).setLease(lease).build();
  }
}
