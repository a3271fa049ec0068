package dev.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Problem;
import dev.millrace.line.FrameReader;
import dev.millrace.line.Line;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A line without a socket; time passes when the test says so. */
class LineStreamTest {
  private final List<BatchReply> replies = new ArrayList<>();
  private final List<Problem> ends = new ArrayList<>();
  private int readies;

  private final LineStream stream =
      new LineStream(
          new CallStream.Listener() {
            @Override
            public void replied(CallStream from, BatchReply message) {
              replies.add(message);
            }

            @Override
            public void ready(CallStream from) {
              readies++;
            }

            @Override
            public void ended(CallStream from, Problem problem) {
              ends.add(problem);
            }
          },
          FrameReader.ofServer(1 << 20));

  private final EmbeddedChannel connection = new EmbeddedChannel();

  @BeforeEach
  void open() {
    connection.freezeTime();
    connection.pipeline().addLast(stream);
  }

  @AfterEach
  void release() {
    connection.finishAndReleaseAll();
  }

  private void arrives(Line.Kind kind, byte... body) {
    ByteBuf frame = Unpooled.buffer();
    frame.writeByte(kind.code()).writeInt(body.length).writeBytes(body);
    connection.writeInbound(frame);
    assertThat(frame.refCnt()).isZero();
  }

  private void arrives(Line.Kind kind, MessageLite body) {
    arrives(kind, body.toByteArray());
  }

  private void pass(long seconds) {
    for (long i = 0; i < seconds; i++) {
      connection.advanceTimeBy(1, TimeUnit.SECONDS);
      connection.runScheduledPendingTasks();
    }
  }

  private byte[] nextSent() {
    ByteBuf bytes = connection.readOutbound();
    if (bytes == null) {
      return new byte[0];
    }
    byte[] sent = new byte[bytes.readableBytes()];
    bytes.readBytes(sent).release();
    return sent;
  }

  private static byte[] frame(Line.Kind kind) {
    return new byte[] {kind.code(), 0, 0, 0, 0};
  }

  private Problem theEnd() {
    assertThat(connection.isOpen()).isFalse();
    assertThat(ends).hasSize(1);
    return ends.getFirst();
  }

  private static CallMessage message() {
    var flow = Calls.flow(false);
    flow.add(PendingCall.of(Calls.enqueue("a"), CallFlow.NEVER));
    return new CallMessage(flow.takeMessage(), flow, ByteString.copyFromUtf8("me"), 0);
  }

  @Test
  void repliesAreTold() {
    var reply = BatchReply.newBuilder().addReplies(CallReply.newBuilder().setNumber(7)).build();

    arrives(Line.Kind.MESSAGE, reply);

    assertThat(replies).containsExactly(reply);
  }

  @Test
  void callsAreSentAsOneFrame() throws IOException {
    stream.send(message());

    byte[] sent = nextSent();
    assertThat(sent[0]).isEqualTo(Line.Kind.MESSAGE.code());
    byte[] body = Arrays.copyOfRange(sent, Line.HEAD_BYTES, sent.length);
    assertThat(BatchRequest.parseFrom(body).getCallsCount()).isEqualTo(1);
  }

  @Test
  void problemOfTheServerEndsIt() {
    var problem = Failures.problem(ErrorCode.UNAUTHENTICATED, "who are you?");

    arrives(Line.Kind.END, problem);

    assertThat(theEnd()).isEqualTo(problem);
  }

  @Test
  void endWithoutAProblemLeavesOutcomesOpen() {
    arrives(Line.Kind.END);

    assertThat(theEnd().getCode()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
  }

  @Test
  void problemThatCannotBeReadIsSaidToBeThat() {
    arrives(Line.Kind.END, (byte) 0x0a, (byte) 100, (byte) 1);

    assertThat(theEnd()).isEqualTo(Failures.UNREADABLE);
  }

  @Test
  void repliesThatCannotBeReadEndIt() {
    arrives(Line.Kind.MESSAGE, (byte) 0x0a, (byte) 100, (byte) 1);

    assertThat(theEnd().getCode()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(theEnd().getMessage()).contains("replies that can't be read");
  }

  @Test
  void frameThatServersDoNotSendEndsIt() {
    arrives(Line.Kind.OPEN);

    assertThat(theEnd().getMessage()).contains("OPEN where it may not come");
  }

  @Test
  void frameThatIsTooLongEndsIt() {
    connection.writeInbound(Unpooled.wrappedBuffer(new byte[] {2, 0x7f, 0, 0, 0}));

    assertThat(theEnd().getCode()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(theEnd().getMessage()).contains("2130706432 bytes");
  }

  @Test
  void brokenConnectionSaysHowItBroke() {
    connection.pipeline().fireExceptionCaught(new IOException("Connection reset by peer"));

    assertThat(theEnd().getMessage()).isEqualTo("the line broke: Connection reset by peer");
  }

  @Test
  void closedConnectionEndsIt() {
    var _ = connection.close();

    assertThat(theEnd().getCode()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
  }

  @Test
  void nothingIsHeardAfterTheEnd() {
    ByteBuf both = Unpooled.buffer();
    both.writeBytes(frame(Line.Kind.END)).writeBytes(frame(Line.Kind.MESSAGE));

    connection.writeInbound(both);

    assertThat(theEnd()).isNotNull();
    assertThat(replies).isEmpty();
  }

  @Test
  void nothingIsHeardAfterItIsCancelled() {
    stream.cancel();

    assertThat(connection.isOpen()).isFalse();
    assertThat(ends).isEmpty();
    assertThat(stream.isReady()).isFalse();
  }

  @Test
  void pingIsAnswered() {
    arrives(Line.Kind.PING);

    assertThat(nextSent()).isEqualTo(frame(Line.Kind.PONG));
  }

  @Test
  void silentServerIsPinged() {
    pass(29);
    assertThat(nextSent()).isEmpty();

    pass(1);

    assertThat(nextSent()).isEqualTo(frame(Line.Kind.PING));
    assertThat(connection.isOpen()).isTrue();
  }

  @Test
  void serverThatDoesNotAnswerThePingIsGone() {
    pass(40);

    assertThat(theEnd().getCode()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(theEnd().getMessage()).contains("no sign of life");
  }

  @Test
  void serverThatAnswersThePingStays() {
    for (int i = 0; i < 10; i++) {
      pass(30);
      assertThat(nextSent()).isEqualTo(frame(Line.Kind.PING));
      arrives(Line.Kind.PONG);
      pass(10);
    }

    assertThat(ends).isEmpty();
  }

  @Test
  void readerThatIsSlowIsToldWhenThereIsRoomAgain() {
    assertThat(stream.isReady()).isTrue();

    connection.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
    connection.runPendingTasks();
    assertThat(stream.isReady()).isFalse();
    connection.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
    connection.runPendingTasks();

    assertThat(stream.isReady()).isTrue();
    assertThat(readies).isEqualTo(1);
  }
}
