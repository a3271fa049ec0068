package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.bytes;
import static dev.millrace.node.wire.Messages.enqueue;
import static dev.millrace.node.wire.Messages.lease;
import static dev.millrace.node.wire.Messages.pids;
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
import dev.millrace.api.v1.OnConflict;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.queue.Command;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamCallTest {
  private static final Queue MAIL = queue("mail");

  private final WireServer server = WireServer.start();
  private final Received<BatchRequest, BatchReply> received = Received.create();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void repliesCarryTheNumbersOfTheirCalls() {
    var calls = server.asyncClient().stream(received);

    calls.onNext(only(7, update(enqueue(MAIL, "a"))));
    calls.onNext(only(5, lease(1, MAIL)));
    calls.onNext(message(Call.newBuilder().setNumber(6).build()));

    var replies = await(3);
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
      calls.onNext(only(i, update(enqueue(MAIL, "pid" + i))));
    }
    calls.onCompleted();

    assertThat(replies(received.awaitEnd()))
        .extracting(CallReply::getNumber)
        .containsExactlyElementsOf(LongStream.range(0, 20_000).boxed().toList());
  }

  @Test
  void messageMayHaveManyCallsAndTheirAnswersLeaveTogether() {
    server.path.hold();
    var calls = server.asyncClient().stream(received);
    calls.onNext(
        message(
            call(1, update(enqueue(MAIL, "a"))),
            call(2, lease(1, MAIL)),
            call(3, lease(1, queue("other")))));
    calls.onNext(only(4, update(enqueue(MAIL, "b"))));
    server.path.awaitUnanswered(4);

    server.path.release();

    assertThat(received.await(1).getFirst().getRepliesList())
        .extracting(CallReply::getNumber)
        .containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void callsThatAreRefusedAtOnceAreAnsweredTogether() {
    var calls = server.asyncClient().stream(received);

    calls.onNext(message(call(1, lease(1)), call(2, lease(1)), call(3, lease(1))));

    assertThat(received.await(1).getFirst().getRepliesList())
        .extracting(CallReply::getKindCase)
        .containsExactly(KindCase.PROBLEM, KindCase.PROBLEM, KindCase.PROBLEM);
  }

  @Test
  void messageWithoutCallsIsPassedOver() {
    var calls = server.asyncClient().stream(received);

    calls.onNext(message());
    calls.onNext(only(1, lease(1, MAIL)));

    assertThat(await(1)).extracting(CallReply::getNumber).containsExactly(1L);
  }

  @Test
  void messageWithTooManyCallsEndsTheStreamAndItsWaits() {
    var calls = server.asyncClient().stream(received);
    calls.onNext(only(1, waiting(MAIL)));
    server.path.awaitUnanswered(1);

    var over = BatchRequest.newBuilder();
    for (int i = 0; i <= BatchCall.CALLS_MAX; i++) {
      over.addCalls(Call.getDefaultInstance());
    }
    calls.onNext(over.build());

    assertThat(Messages.problem(received.awaitFailure()).getCode()).isEqualTo(ErrorCode.TOO_LARGE);
    server.path.awaitUnanswered(0);
  }

  @Test
  void waitingLeaseHoldsUpNobody() {
    var calls = server.asyncClient().stream(received);

    calls.onNext(only(1, waiting(MAIL)));
    calls.onNext(only(2, update(enqueue(queue("other"), "a"))));
    assertThat(await(1)).extracting(CallReply::getNumber).containsExactly(2L);
    calls.onNext(only(3, update(enqueue(MAIL, "b"))));

    var replies = await(3);
    assertThat(replies).extracting(CallReply::getNumber).containsExactlyInAnyOrder(2L, 1L, 3L);
  }

  @Test
  void lastCallIsFollowedByTheLastReplyAndTheEnd() {
    var calls = server.asyncClient().stream(received);
    calls.onNext(only(1, waiting(MAIL)));
    calls.onCompleted();
    server.path.awaitUnanswered(1);

    server.client().update(update(enqueue(MAIL, "a")));

    assertThat(pids(replies(received.awaitEnd()).getFirst().getLease())).containsExactly("a");
  }

  @Test
  void holderIsTheAddressOfTheCallerUnlessItSays() {
    var calls = server.asyncClient().stream(received);

    calls.onNext(only(1, update(enqueue(MAIL, "a"))));
    calls.onNext(only(2, lease(1, MAIL).toBuilder().clearHolder().build()));

    var task = await(2).get(1).getLease().getTasks(0);
    assertThat(task.getHolder()).matches("127\\.0\\.0\\.1:\\d+");
  }

  @Test
  void streamWithoutCallsEnds() {
    server.asyncClient().stream(received).onCompleted();

    assertThat(replies(received.awaitEnd())).isEmpty();
  }

  @Test
  void idleStreamEndsWhenTheServerGoesDown() {
    var calls = server.asyncClient().stream(received);
    calls.onNext(only(1, update(enqueue(MAIL, "a"))));
    await(1);

    server.streams.end();

    assertThat(Messages.problem(received.awaitFailure()).getCode()).isEqualTo(ErrorCode.STOPPING);
  }

  @Test
  void streamOfAServerThatGoesDownEndsAfterItsLastReply() {
    server.path.hold();
    var calls = server.asyncClient().stream(received);
    calls.onNext(only(1, update(enqueue(MAIL, "a"))));
    server.path.awaitUnanswered(1);

    server.streams.end();
    server.path.release();

    assertThat(Messages.problem(received.awaitFailure()).getCode()).isEqualTo(ErrorCode.STOPPING);
    assertThat(await(1)).extracting(CallReply::getKindCase).containsExactly(KindCase.UPDATE);
  }

  @Test
  void streamThatIsOpenedWhileTheServerGoesDownEndsAtOnce() {
    server.streams.end();

    var calls = server.asyncClient().stream(received);
    calls.onNext(only(1, update(enqueue(MAIL, "a"))));

    assertThat(Messages.problem(received.awaitFailure()).getCode()).isEqualTo(ErrorCode.STOPPING);
    assertThat(server.path.submitted(Command.Update.class)).isEmpty();
  }

  @Test
  void waitsOfACallerWhoHasGoneAreCancelled() {
    var calls = server.asyncClient().stream(received);
    calls.onNext(only(1, waiting(MAIL)));
    calls.onNext(only(2, waiting(queue("other"))));
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
    calls.onNext(only(1, lease(1, MAIL)));
    server.path.awaitUnanswered(1);

    received.cancel();
    server.path.await(Command.Cancel.class, 1);
    server.path.release();

    server.path.await(Command.GiveBack.class, 1);
    assertThat(pids(server.client().lease(lease(1, MAIL)))).containsExactly("a");
  }

  @Test
  void readerThatStopsReadingStopsItsOwnCalls() {
    var slow = Received.<BatchRequest, BatchReply>slow();
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
    await(slow, 10_000);
    assertThat(server.path.submitted(Command.Lease.class)).hasSize(5_000);
  }

  @Test
  void readerThatStopsReadingIsCutOff() {
    var slow = Received.<BatchRequest, BatchReply>slow();
    var calls = server.asyncClient().stream(slow);
    server.client().update(update(largeTask()));
    sendLeasesAndReleases(calls, 5_000);
    server.path.await(Command.Lease.class, StreamCall.CALLS_MAX / 2);
    var second = Duration.ofSeconds(1);

    server.streams.endUnread(0, second);
    server.streams.endUnread(second.toNanos() - 1, second);
    int taken = server.path.submitted(Command.Lease.class).size();
    server.streams.endUnread(second.toNanos(), second);
    slow.read(Integer.MAX_VALUE);

    assertThat(slow.awaitFailure()).hasMessageContaining("not read");
    assertThat(taken).isLessThan(5_000);
  }

  @Test
  void readerThatReadsSlowlyIsNotCutOff() {
    var slow = Received.<BatchRequest, BatchReply>slow();
    var calls = server.asyncClient().stream(slow);
    server.client().update(update(largeTask()));
    sendLeasesAndReleases(calls, 1_000);
    server.path.await(Command.Lease.class, 500);
    var second = Duration.ofSeconds(1);

    server.streams.endUnread(0, second);
    slow.read(500);
    await(slow, 500);
    server.streams.endUnread(second.toNanos(), second);
    slow.read(Integer.MAX_VALUE);

    await(slow, 2_000);
  }

  @Test
  void grantsThatAReaderNeverTookAreGivenBackWhenItGoes() {
    for (int i = 0; i < 200; i++) {
      var data = bytes(100_000);
      var task =
          Enqueue.newBuilder().setQueue(MAIL).setPid(bytes("%03d".formatted(i))).setData(data);
      server.client().update(update(Element.newBuilder().setEnqueue(task).build()));
    }
    var slow = Received.<BatchRequest, BatchReply>slow();
    var calls = server.asyncClient().stream(slow);
    for (int i = 0; i < 200; i++) {
      calls.onNext(only(i, lease(1, MAIL)));
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
      calls.onNext(only(i, update(enqueue(MAIL, "pid" + i))));
    }
    server.path.awaitUnanswered(StreamCall.CALLS_MAX);

    assertThat(server.path.submitted(Command.Update.class)).hasSize(StreamCall.CALLS_MAX);
    server.path.release();

    await(StreamCall.CALLS_MAX + 100);
  }

  @Test
  void noMoreBytesThanTheBoundAreUnderWay() {
    server.path.hold();
    var calls = server.asyncClient().stream(received);
    for (int i = 0; i < 40; i++) {
      var task = Enqueue.newBuilder().setQueue(MAIL).setData(bytes(1 << 20));
      calls.onNext(only(i, update(Element.newBuilder().setEnqueue(task).build())));
    }
    server.path.awaitUnanswered(16);

    assertThat(server.path.submitted(Command.Update.class)).hasSize(16);
    server.path.release();

    await(40);
  }

  @Test
  void answersFromManyThreadsComeOutWhole() throws InterruptedException {
    var calls = server.asyncClient().stream(received);
    for (int i = 0; i < 400; i++) {
      calls.onNext(only(i, waiting(server.queueIn(i % 8, "mail"))));
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

    assertThat(replies(received.awaitEnd()))
        .extracting(CallReply::getNumber)
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 400).boxed().toList());
  }

  /** Each pair leases the one large task and gives it free again. */
  private void sendLeasesAndReleases(StreamObserver<BatchRequest> calls, int pairs) {
    for (int i = 0; i < pairs; i++) {
      calls.onNext(only(2L * i, lease(1, MAIL)));
      calls.onNext(only(2L * i + 1, update(largeTask())));
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

  private static BatchRequest only(long number, UpdateRequest update) {
    return message(call(number, update));
  }

  private static BatchRequest only(long number, LeaseRequest lease) {
    return message(call(number, lease));
  }

  private static BatchRequest message(Call... calls) {
    return BatchRequest.newBuilder().addAllCalls(List.of(calls)).build();
  }

  private static Call call(long number, UpdateRequest update) {
    return Call.newBuilder().setNumber(number).setUpdate(update).build();
  }

  private static Call call(long number, LeaseRequest lease) {
    return Call.newBuilder().setNumber(number).setLease(lease).build();
  }

  private List<CallReply> await(int calls) {
    return await(received, calls);
  }

  private static List<CallReply> await(Received<BatchRequest, BatchReply> received, int calls) {
    return replies(
        received.awaitUntil(messages -> replies(messages).size() >= calls, calls + " replies"));
  }

  private static List<CallReply> replies(List<BatchReply> messages) {
    return messages.stream().map(BatchReply::getRepliesList).flatMap(List::stream).toList();
  }
}
