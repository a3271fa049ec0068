package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.bytes;
import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.pids;
import static dev.millrace.node.wire.Messages.queue;
import static dev.millrace.node.wire.Messages.seconds;
import static dev.millrace.node.wire.Messages.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.CallReply.KindCase;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.OnConflict;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.queue.Command;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamCallTest {
  private static final Queue MAIL = queue("mail");

  private final WireServer server = WireServer.start();
  private final Received<Call, CallReply> received = Received.create();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void repliesCarryTheNumbersOfTheirCalls() {
    var calls = server.asyncClient().stream(received);

    calls.onNext(call(7, update(enqueue(MAIL, "a"))));
    calls.onNext(call(5, lease(1, MAIL)));
    calls.onNext(Call.newBuilder().setNumber(6).build());

    var replies = received.await(3);
    assertThat(replies).extracting(CallReply::getNumber).containsExactly(7L, 5L, 6L);
    assertThat(replies)
        .extracting(CallReply::getKindCase)
        .containsExactly(KindCase.UPDATE, KindCase.LEASE, KindCase.PROBLEM);
    assertThat(replies.get(2).getProblem().getCode()).isEqualTo(ErrorCode.INVALID);
  }

  @Test
  void manyPipelinedCallsAreAnsweredInTheOrderOfTheirGroup() {
    var calls = server.asyncClient().stream(received);

    for (int i = 0; i < 20_000; i++) {
      calls.onNext(call(i, update(enqueue(MAIL, "pid" + i))));
    }
    calls.onCompleted();

    assertThat(received.awaitEnd())
        .extracting(CallReply::getNumber)
        .containsExactlyElementsOf(LongStream.range(0, 20_000).boxed().toList());
  }

  @Test
  void waitingLeaseHoldsUpNobody() {
    var calls = server.asyncClient().stream(received);

    calls.onNext(call(1, waiting(MAIL)));
    calls.onNext(call(2, update(enqueue(queue("other"), "a"))));
    assertThat(received.await(1)).extracting(CallReply::getNumber).containsExactly(2L);
    calls.onNext(call(3, update(enqueue(MAIL, "b"))));

    var replies = received.await(3);
    assertThat(replies).extracting(CallReply::getNumber).containsExactlyInAnyOrder(2L, 1L, 3L);
  }

  @Test
  void lastCallIsFollowedByTheLastReplyAndTheEnd() {
    var calls = server.asyncClient().stream(received);
    calls.onNext(call(1, waiting(MAIL)));
    calls.onCompleted();
    server.path.awaitUnanswered(1);

    server.client().update(update(enqueue(MAIL, "a")));

    assertThat(pids(received.awaitEnd().getFirst().getLease())).containsExactly("a");
  }

  @Test
  void holderIsTheAddressOfTheCallerUnlessItSays() {
    var calls = server.asyncClient().stream(received);

    calls.onNext(call(1, update(enqueue(MAIL, "a"))));
    calls.onNext(call(2, lease(1, MAIL).toBuilder().clearHolder().build()));

    var task = received.await(2).get(1).getLease().getTasks(0);
    assertThat(task.getHolder()).matches("127\\.0\\.0\\.1:\\d+");
  }

  @Test
  void streamWithoutCallsEnds() {
    server.asyncClient().stream(received).onCompleted();

    assertThat(received.awaitEnd()).isEmpty();
  }

  @Test
  void waitsOfACallerWhoHasGoneAreCancelled() {
    var calls = server.asyncClient().stream(received);
    calls.onNext(call(1, waiting(MAIL)));
    calls.onNext(call(2, waiting(queue("other"))));
    server.path.awaitUnanswered(2);

    received.cancel();

    server.path.awaitUnanswered(0);
    server.client().update(update(enqueue(MAIL, "a")));
    assertThat(pids(server.client().lease(lease(1, MAIL)))).containsExactly("a");
  }

  @Test
  void grantThatIsAnsweredAfterTheCallerHasGoneIsGivenBack() {
    server.client().update(update(enqueue(MAIL, "a")));
    server.path.hold();
    var calls = server.asyncClient().stream(received);
    calls.onNext(call(1, lease(1, MAIL)));
    server.path.awaitUnanswered(1);

    received.cancel();
    server.path.await(Command.Cancel.class, 1);
    server.path.release();

    server.path.await(Command.GiveBack.class, 1);
    assertThat(pids(server.client().lease(lease(1, MAIL)))).containsExactly("a");
  }

  @Test
  void readerThatStopsReadingStopsItsOwnCalls() {
    var slow = Received.<Call, CallReply>slow();
    var calls = server.asyncClient().stream(slow);
    var large = largeTask();
    server.client().update(update(large));

    sendLeasesAndReleases(calls, 5_000);
    server.path.await(Command.Lease.class, StreamCall.CALLS_MAX / 2);
    // What others do goes on.
    server.client().update(update(enqueue(queue("other"), "a")));

    int taken = server.path.submitted(Command.Lease.class).size();
    assertThat(taken).isLessThan(5_000);
    slow.read(Integer.MAX_VALUE);
    slow.await(10_000);
    assertThat(server.path.submitted(Command.Lease.class)).hasSize(5_000);
  }

  @Test
  void grantsThatAReaderNeverTookAreGivenBackWhenItGoes() {
    for (int i = 0; i < 200; i++) {
      var data = bytes(100_000);
      var task =
          Enqueue.newBuilder().setQueue(MAIL).setPid(bytes("%03d".formatted(i))).setData(data);
      server.client().update(update(Element.newBuilder().setEnqueue(task).build()));
    }
    var slow = Received.<Call, CallReply>slow();
    var calls = server.asyncClient().stream(slow);
    for (int i = 0; i < 200; i++) {
      calls.onNext(call(i, lease(1, MAIL)));
    }
    server.path.await(Command.Lease.class, 200);

    slow.cancel();

    // What was handed to the transport counts as delivered: about the window of the stream.
    server.path.await(Command.GiveBack.class, 150);
  }

  @Test
  void noMoreCallsThanTheBoundAreUnderWay() {
    server.path.hold();
    var calls = server.asyncClient().stream(received);
    for (int i = 0; i < StreamCall.CALLS_MAX + 100; i++) {
      calls.onNext(call(i, update(enqueue(MAIL, "pid" + i))));
    }
    server.path.awaitUnanswered(StreamCall.CALLS_MAX);

    assertThat(server.path.submitted(Command.Update.class)).hasSize(StreamCall.CALLS_MAX);
    server.path.release();

    received.await(StreamCall.CALLS_MAX + 100);
  }

  @Test
  void noMoreBytesThanTheBoundAreUnderWay() {
    server.path.hold();
    var calls = server.asyncClient().stream(received);
    for (int i = 0; i < 40; i++) {
      var task = Enqueue.newBuilder().setQueue(MAIL).setData(bytes(1 << 20));
      calls.onNext(call(i, update(Element.newBuilder().setEnqueue(task).build())));
    }
    server.path.awaitUnanswered(16);

    assertThat(server.path.submitted(Command.Update.class)).hasSize(16);
    server.path.release();

    received.await(40);
  }

  @Test
  void answersFromManyThreadsComeOutWhole() throws InterruptedException {
    var calls = server.asyncClient().stream(received);
    for (int i = 0; i < 400; i++) {
      calls.onNext(call(i, waiting(server.queueIn(i % 8, "mail"))));
    }
    server.path.awaitUnanswered(400);

    var threads =
        List.of(0, 1, 2, 3).stream()
            .map(
                thread ->
                    Thread.ofPlatform()
                        .start(
                            () -> {
                              for (int i = 0; i < 104; i++) {
                                var queue = server.queueIn((i + thread) % 8, "mail");
                                server.client().update(update(enqueue(queue, thread + "-" + i)));
                              }
                            }))
            .toList();
    for (Thread thread : threads) {
      thread.join();
    }
    calls.onCompleted();

    assertThat(received.awaitEnd())
        .extracting(CallReply::getNumber)
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 400).boxed().toList());
  }

  /** Each pair leases the one large task and gives it free again. */
  private void sendLeasesAndReleases(StreamObserver<Call> calls, int pairs) {
    for (int i = 0; i < pairs; i++) {
      calls.onNext(call(2L * i, lease(1, MAIL)));
      calls.onNext(call(2L * i + 1, update(largeTask())));
    }
  }

  private static Element largeTask() {
    return Element.newBuilder()
        .setEnqueue(
            Enqueue.newBuilder()
                .setQueue(MAIL)
                .setPid(bytes("large"))
                .setData(bytes(10_000))
                .setOnConflict(OnConflict.REPLACE))
        .build();
  }

  private static LeaseRequest waiting(Queue queue) {
    return lease(1, queue).toBuilder().setWait(seconds(3600)).build();
  }

  private static Call call(long number, UpdateRequest update) {
    return Call.newBuilder().setNumber(number).setUpdate(update).build();
  }

  private static Call call(long number, LeaseRequest lease) {
    return Call.newBuilder().setNumber(number).setLease(lease).build();
  }
}
