package dev.millrace.client;

import static dev.millrace.client.Calls.MAIL;
import static dev.millrace.client.Calls.bytes;
import static dev.millrace.client.Calls.enqueue;
import static dev.millrace.client.Calls.problem;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.Durability;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.ElementResult;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.EnqueueAll;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.OnConflict;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.UpdateReply;
import dev.millrace.api.v1.UpdateRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of tasks that want nothing but a FIFO PID. */
class FifoRunTest {
  private static final long START = 1_000_000_000_000L;
  private static final long DEADLINE = START + 10_000_000_000L;
  private static final Queue NEWS = Elements.queue("news");

  private final CallFlow flow = Calls.flow(true);

  @Test
  void tasksOfSeveralCallersForOneQueueGoAsOneElement() throws IOException {
    var _ = waitedFor(plain(MAIL, "a"));
    var _ = waitedFor(plain(MAIL, "b", "c"));

    assertThat(written(onlyCall()).getElementsList()).containsExactly(all(MAIL, "a", "b", "c"));
  }

  @Test
  void tasksOfOneCallerGoAsOneElementToo() throws IOException {
    var _ = waitedFor(plain(MAIL, "a", "b"));

    assertThat(written(onlyCall()).getElementsList()).containsExactly(all(MAIL, "a", "b"));
  }

  @Test
  void loneTaskGoesAsItWasAskedFor() throws IOException {
    UpdateRequest request = plain(MAIL, "a");
    var _ = waitedFor(request);

    assertThat(written(onlyCall())).isEqualTo(request);
  }

  @Test
  void durabilityStays() throws IOException {
    var _ = waitedFor(plain(MAIL, "a", "b").toBuilder().setDurability(Durability.OS).build());

    assertThat(written(onlyCall()).getDurability()).isEqualTo(Durability.OS);
  }

  @Test
  void neighboursForAnotherQueueAreAnotherElement() throws IOException {
    var _ = waitedFor(plain(MAIL, "a", "b"));
    var _ = waitedFor(plain(NEWS, "c", "d"));

    assertThat(written(onlyCall()).getElementsList())
        .containsExactly(all(MAIL, "a", "b"), all(NEWS, "c", "d"));
  }

  @Test
  void whoDoesNotWaitForOthersSendsWhatItWasGiven() throws IOException {
    UpdateRequest request = plain(MAIL, "a", "b");
    flow.add(PendingCall.of(request, DEADLINE));

    assertThat(written(onlyCall())).isEqualTo(request);
  }

  @ParameterizedTest
  @MethodSource("enqueuesThatWantMore")
  void enqueueThatWantsMoreIsNoPartOfIt(Enqueue enqueue) {
    var element = Element.newBuilder().setEnqueue(enqueue);

    assertThat(FifoRun.queueOf(UpdateRequest.newBuilder().addElements(element).build())).isNull();
  }

  static Stream<Enqueue> enqueuesThatWantMore() {
    Enqueue plain = Enqueue.newBuilder().setQueue(MAIL).build();
    return Stream.of(
        plain.toBuilder().clearQueue().build(),
        plain.toBuilder().setPid(ByteString.EMPTY).build(),
        plain.toBuilder().setDelay(Times.message(java.time.Duration.ofSeconds(1))).build(),
        plain.toBuilder().setNotBefore(com.google.protobuf.Timestamp.getDefaultInstance()).build(),
        plain.toBuilder().setOnConflict(OnConflict.FAIL).build(),
        plain.toBuilder().setOnlyIf(dev.millrace.api.v1.Condition.getDefaultInstance()).build(),
        plain.toBuilder()
            .setTrace("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
            .build());
  }

  @Test
  void eachCallerGetsTheResultsOfItsTasks() {
    var before = waitedFor(enqueue("x"));
    var first = waitedFor(plain(MAIL, "a"));
    var second = waitedFor(plain(MAIL, "b", "c"));
    WireCall call = onlyCall();

    flow.replied(
        CallReply.newBuilder()
            .setNumber(call.place)
            .setUpdate(
                UpdateReply.newBuilder()
                    .addResults(created("x"))
                    .addResults(created("@0000000000012.0001").toBuilder().setTasks(3)))
            .build(),
        START);

    assertThat(before.resultNow().getResultsList()).containsExactly(created("x"));
    assertThat(first.resultNow().getResultsList()).containsExactly(created("@0000000000012.0001"));
    assertThat(second.resultNow().getResultsList())
        .containsExactly(created("@0000000000012.0002"), created("@0000000000012.0003"));
  }

  /** Which of its tasks failed is told only of what it asked for. */
  @Test
  void oneThatFailsGoesAgainAsItWasAskedFor() throws IOException {
    UpdateRequest request = plain(MAIL, "a", "b");
    var caller = waitedFor(request);

    flow.replied(problemAt(onlyCall().place, 0), START);

    WireCall again = onlyCall();
    assertThat(written(again)).isEqualTo(request);
    flow.replied(problem(again.place, ErrorCode.QUEUE_FULL), START);
    assertThat(caller).isCompletedExceptionally();
  }

  @Test
  void whoHasNoPartInAFailureStaysWithOthers() throws IOException {
    var _ = waitedFor(plain(MAIL, "a", "b"));
    var _ = waitedFor(plain(NEWS, "c"));
    var _ = waitedFor(plain(NEWS, "d"));

    flow.replied(problemAt(onlyCall().place, 0), START);

    List<WireCall> message = flow.takeMessage();
    assertThat(message).hasSize(2);
    assertThat(written(message.get(0))).isEqualTo(plain(MAIL, "a", "b"));
    assertThat(written(message.get(1)).getElementsList()).containsExactly(all(NEWS, "c", "d"));
  }

  @ParameterizedTest
  @CsvSource({
    "0000, 0, 0000",
    "0000, 9, 0009",
    "0001, 9, 000a",
    "000v, 1, 0010",
    "00vv, 1, 0100",
    "0vvv, 33, 1010",
    "0000, 1048575, vvvv"
  })
  void lastDigitsAreCountedOn(String first, int tasks, String after) {
    assertThat(FifoRun.pidAfter(bytes("@0000000000vvv." + first), tasks))
        .isEqualTo(bytes("@0000000000vvv." + after));
  }

  private static UpdateRequest plain(Queue queue, String... data) {
    var request = UpdateRequest.newBuilder();
    for (String one : data) {
      request.addElements(Elements.enqueue(queue, bytes(one)));
    }
    return request.build();
  }

  private static Element all(Queue queue, String... data) {
    var all = EnqueueAll.newBuilder().setQueue(queue);
    for (String one : data) {
      all.addData(bytes(one));
    }
    return Element.newBuilder().setEnqueueAll(all).build();
  }

  private static ElementResult created(String pid) {
    return ElementResult.newBuilder()
        .setOutcome(ElementResult.Outcome.CREATED)
        .setPid(bytes(pid))
        .build();
  }

  private static CallReply problemAt(long number, int element) {
    var reply = problem(number, ErrorCode.QUEUE_FULL).toBuilder();
    reply.getProblemBuilder().setElement(element);
    return reply.build();
  }

  private PendingCall<UpdateReply> waitedFor(UpdateRequest request) {
    PendingCall<UpdateReply> call = PendingCall.of(request, DEADLINE);
    call.mayGoWithOthers();
    flow.add(call);
    return call;
  }

  private WireCall onlyCall() {
    List<WireCall> message = flow.takeMessage();
    assertThat(message).hasSize(1);
    return message.getFirst();
  }

  private static UpdateRequest written(WireCall call) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = CodedOutputStream.newInstance(bytes);
    call.writeRequest(out);
    out.flush();
    assertThat(bytes.size()).isEqualTo(call.requestBytes);
    return UpdateRequest.parseFrom(bytes.toByteArray());
  }
}
