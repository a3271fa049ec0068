package dev.millrace.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.Call;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.Task;
import dev.millrace.line.Line;
import io.grpc.Metadata;
import io.grpc.Status;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The node's end of a line: what comes of frames, of time, and of what a service does. */
class LineHandlerTest {
  private final TestService service = new TestService();
  private final TestLine line = new TestLine(service.method(), TestService.NOWHERE);

  @AfterEach
  void close() {
    line.close();
  }

  private static BatchRequest calls(long number) {
    return BatchRequest.newBuilder().addCalls(Call.newBuilder().setNumber(number)).build();
  }

  private static BatchReply reply(long number) {
    return BatchReply.newBuilder().addReplies(CallReply.newBuilder().setNumber(number)).build();
  }

  private static BatchReply large() {
    var task = Task.newBuilder().setData(ByteString.copyFrom(new byte[300 << 10]));
    return BatchReply.newBuilder()
        .addReplies(CallReply.newBuilder().setLease(LeaseReply.newBuilder().addTasks(task)))
        .build();
  }

  // ---- Opening

  @Test
  void nodeGreetsFirst() {
    assertThat(line.isGreeted()).isTrue();
    assertThat(service.heard).isEmpty();
  }

  @Test
  void fieldsAreTheMetadataOfTheCall() {
    line.open("authorization: Bearer t");

    assertThat(service.heard).containsExactly("start", "ready");
    assertThat(
            service.headers.get(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER)))
        .isEqualTo("Bearer t");
  }

  @Test
  void lineThatIsNotOpenedInTimeIsClosed() {
    line.send(Line.Kind.OPEN.code(), (byte) 0);
    line.pass(9);
    assertThat(line.connection.isOpen()).isTrue();

    line.pass(1);

    assertThat(line.connection.isOpen()).isFalse();
  }

  @Test
  void lineCountsAsAConnectionWhileItIsOpen() {
    line.open();
    assertThat(line.connections.open()).isEqualTo(1);

    var _ = line.connection.close();

    assertThat(line.connections.open()).isZero();
  }

  // ---- Messages in

  @Test
  void messageIsDeliveredWhenItWasAskedFor() {
    line.open();
    service.call().request(1);

    line.send(calls(7));

    assertThat(service.heard).contains("message 7");
    assertThat(line.isHeld()).isFalse();
  }

  @Test
  void restOfAMessageIsExpectedUntilItIsWhole() {
    line.open();
    byte[] message = ByteBuffer.allocate(1005).put(Line.Kind.MESSAGE.code()).putInt(1000).array();

    line.send(Arrays.copyOf(message, 405));
    assertThat(line.expectedBytes()).isEqualTo(600);

    line.send(Arrays.copyOfRange(message, 405, 1005));
    assertThat(line.expectedBytes()).isZero();
  }

  @Test
  void messageThatNobodyAskedForWaitsAndNothingMoreIsRead() {
    line.open();

    line.send(calls(7));

    assertThat(service.heard).doesNotContain("message 7");
    assertThat(line.isHeld()).isTrue();
  }

  @Test
  void messagesThatWaitAreDeliveredAsTheyAreAskedForInOrder() {
    line.open();
    line.send(calls(1));
    line.send(calls(2));

    service.call().request(1);
    line.received();
    assertThat(service.heard).endsWith("message 1");
    assertThat(line.isHeld()).isTrue();
    service.call().request(1);
    line.received();

    assertThat(service.heard).endsWith("message 1", "message 2");
    assertThat(line.isHeld()).isFalse();
  }

  @Test
  void oneMessageIsDeliveredAfterTheOther() {
    line.open();
    service.onMessage =
        message -> {
          service.call().request(1);
          service.heard.add("done " + message.getCalls(0).getNumber());
        };
    line.send(calls(1));
    line.send(calls(2));

    service.call().request(1);
    line.received();

    assertThat(service.heard).endsWith("message 1", "done 1", "message 2", "done 2");
  }

  @Test
  void lastCallIsToldAfterWhatCameBefore() {
    line.open();
    line.send(calls(1));
    line.send(Line.Kind.END);
    assertThat(service.heard).doesNotContain("half-close");

    service.call().request(2);
    line.received();

    assertThat(service.heard).endsWith("message 1", "half-close");
  }

  @Test
  void defectOfTheServiceClosesTheLine() {
    line.open();
    service.onMessage =
        _ -> {
          throw new IllegalStateException("on purpose");
        };
    line.send(calls(1));

    service.call().request(1);
    line.received();

    assertThat(line.connection.isOpen()).isFalse();
    assertThat(service.heard).endsWith("cancel");
  }

  // ---- Replies out

  @Test
  void repliesThatAreThereGoAsOnePiece() {
    line.open();
    line.received();
    int before = line.pieces();

    service.call().sendMessage(reply(1));
    service.call().sendMessage(reply(2));

    assertThat(line.replies()).containsExactly(reply(1), reply(2));
    assertThat(line.pieces() - before).isEqualTo(1);
  }

  @Test
  void callThatEndsWellEndsWithoutAProblem() {
    line.open();
    service.call().sendMessage(reply(1));
    service.call().close(Status.OK, new Metadata());

    var received = line.received();

    assertThat(received).hasSize(2);
    assertThat(received.getLast().kind()).isEqualTo(Line.Kind.END);
    assertThat(received.getLast().body()).isEmpty();
  }

  @Test
  void callThatEndsWithoutAProblemOfOursSaysWhatItCan() {
    line.open();
    service.call().close(Status.RESOURCE_EXHAUSTED, new Metadata());

    assertThat(line.end())
        .returns(ErrorCode.OUTCOME_UNKNOWN, Problem::getCode)
        .returns("the stream ended: RESOURCE_EXHAUSTED", Problem::getMessage);
  }

  @Test
  void clientIsGivenAMomentToReadTheEnd() {
    line.open();
    service.call().close(Status.OK, new Metadata());
    line.received();
    line.pass(4);
    assertThat(line.connection.isOpen()).isTrue();

    line.pass(1);

    assertThat(line.connection.isOpen()).isFalse();
    assertThat(service.heard).endsWith("complete");
  }

  @Test
  void closedCallTakesNothingMore() {
    line.open();
    var call = service.call();
    call.close(Status.OK, new Metadata());

    assertThatThrownBy(() -> call.sendMessage(reply(1))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> call.close(Status.OK, new Metadata()))
        .isInstanceOf(IllegalStateException.class);
    assertThat(line.kinds()).containsExactly(Line.Kind.END);
  }

  @Test
  void whatComesAfterTheEndIsReadAndDropped() {
    line.open();
    line.send(calls(1));
    service.call().close(Status.OK, new Metadata());
    line.received();

    line.send(calls(2));
    service.call().request(2);
    line.send(new byte[] {99, 99, 99, 99, 99});

    assertThat(service.heard).doesNotContain("message 1", "message 2");
    assertThat(line.isHeld()).isFalse();
    assertThat(line.received()).isEmpty();
  }

  @Test
  void readerIsSlowWhileMuchIsUnsent() {
    line.open();
    assertThat(service.call().isReady()).isTrue();

    service.call().sendMessage(large());

    assertThat(service.call().isReady()).isFalse();
  }

  @Test
  void whoWasToldToWaitIsToldWhenThereIsRoom() {
    line.open();
    service.call().sendMessage(large());
    assertThat(service.call().isReady()).isFalse();
    service.heard.clear();

    line.received();

    assertThat(service.heard).containsExactly("ready");
    assertThat(service.call().isReady()).isTrue();
  }

  @Test
  void clientThatGoesCancelsTheCall() {
    line.open();
    service.call().sendMessage(large());

    var _ = line.connection.close();

    assertThat(service.heard).endsWith("cancel");
    assertThat(service.call().isCancelled()).isTrue();
  }

  // ---- Signs

  @Test
  void pingIsAnswered() {
    line.open();

    line.send(Line.Kind.PING);

    assertThat(line.kinds()).containsExactly(Line.Kind.PONG);
  }

  @Test
  void manyPingsAtOnceHaveOneAnswer() {
    line.open();
    byte[] pings = new byte[1_000 * Line.HEAD_BYTES];
    for (int i = 0; i < pings.length; i += Line.HEAD_BYTES) {
      pings[i] = Line.Kind.PING.code();
    }

    line.send(pings);

    assertThat(line.kinds()).containsExactly(Line.Kind.PONG);
  }

  @Test
  void silentClientIsPingedAfterAMinute() {
    line.open();
    line.pass(69);
    assertThat(line.kinds()).isEmpty();

    line.pass(1);

    assertThat(line.kinds()).containsExactly(Line.Kind.PING);
  }

  @Test
  void clientThatDoesNotAnswerIsGone() {
    line.open();

    line.pass(90);

    assertThat(line.connection.isOpen()).isFalse();
    assertThat(service.heard).endsWith("cancel");
  }

  @Test
  void clientThatAnswersStays() {
    line.open();
    for (int i = 0; i < 100; i++) {
      line.pass(10);
      if (line.kinds().contains(Line.Kind.PING)) {
        line.send(Line.Kind.PONG);
      }
    }

    assertThat(line.connection.isOpen()).isTrue();
  }

  @Test
  void clientThatIsNotReadIsGivenSignsAndNotGivenUp() {
    line.open();
    line.send(calls(1));

    for (int i = 0; i < 100; i++) {
      line.pass(10);
      assertThat(line.kinds()).containsExactly(Line.Kind.PING);
    }

    assertThat(line.connection.isOpen()).isTrue();
  }

  // ---- What is no line

  static Stream<Arguments> wrongBytes() {
    return Stream.of(
        Arguments.of("OPEN twice", new byte[] {1, 0, 0, 0, 0}),
        Arguments.of("an unknown kind", new byte[] {9, 0, 0, 0, 0}),
        Arguments.of("a huge length", new byte[] {2, 0x7f, 0, 0, 0}),
        Arguments.of("a negative length", new byte[] {2, -1, -1, -1, -1}),
        Arguments.of("a ping with a body", new byte[] {4, 0, 0, 0, 1, 0}),
        Arguments.of("text", "GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongBytes")
  void wrongBytesEndTheLineWithAReason(String what, byte[] bytes) {
    line.open();

    line.send(bytes);

    assertThat(line.end()).as(what).returns(ErrorCode.INVALID, Problem::getCode);
    assertThat(service.heard).endsWith("cancel");
    line.pass(5);
    assertThat(line.connection.isOpen()).isFalse();
    assertThat(service.heard).endsWith("cancel");
  }

  @Test
  void serviceMayCloseWhatWasRefusedAndSendsNothing() {
    line.open();
    line.send(calls(1));
    line.send((byte) 9, (byte) 0, (byte) 0, (byte) 0, (byte) 0);
    assertThat(line.isHeld()).isFalse();

    assertThatThrownBy(() -> service.call().sendMessage(reply(1)))
        .isInstanceOf(IllegalStateException.class);
    service.call().close(Status.OK, new Metadata());

    assertThat(line.kinds()).containsExactly(Line.Kind.END);
  }

  static Stream<byte[]> wrongOpenings() {
    return Stream.of(
        new byte[] {2, 0, 0, 0, 0},
        new byte[] {1, 0, 1, 0, 0},
        new byte[] {1, 0, 0, 0, 1, 'x'},
        "\1\0\0\0\4A: b".getBytes(US_ASCII),
        "\1\0\0\0\10a-bin: b".getBytes(US_ASCII));
  }

  @ParameterizedTest
  @MethodSource("wrongOpenings")
  void wrongOpeningsStartNothing(byte[] bytes) {
    line.send(bytes);

    assertThat(line.end()).returns(ErrorCode.INVALID, Problem::getCode);
    assertThat(service.heard).isEmpty();
    line.pass(5);
    assertThat(line.connection.isOpen()).isFalse();
  }
}
