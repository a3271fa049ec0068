package dev.millrace.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.line.Line;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FirstBytesTest {
  private static final String HTTP2 = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private final StringBuilder ofLine = new StringBuilder();
  private final StringBuilder ofGrpc = new StringBuilder();
  private int grpcs;

  private final EmbeddedChannel connection =
      new EmbeddedChannel(new FirstBytes(() -> new Heard(ofLine), () -> grpcs++));

  /** Notes what comes. */
  private static final class Heard extends ChannelInboundHandlerAdapter {
    private final StringBuilder text;

    Heard(StringBuilder text) {
      this.text = text;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      text.append(bytes.toString(US_ASCII));
      bytes.release();
    }
  }

  @AfterEach
  void finish() {
    connection.finishAndReleaseAll();
  }

  private ByteBuf arrives(String text) {
    ByteBuf bytes = Unpooled.copiedBuffer(text, US_ASCII);
    connection.writeInbound(bytes);
    return bytes;
  }

  /** As a server does that gets the connection. */
  private void takeOver() {
    connection.pipeline().addLast(new Heard(ofGrpc));
    FirstBytes.release(connection);
  }

  @Test
  void lineBeginsBehindItsPreface() {
    arrives(new String(Line.preface(), US_ASCII) + "rest");
    arrives(" and more");

    assertThat(ofLine).hasToString("rest and more");
    assertThat(grpcs).isZero();
  }

  @Test
  void prefaceMayComeInPieces() {
    for (byte next : Line.preface()) {
      arrives(Character.toString((char) next));
    }
    arrives("rest");

    assertThat(ofLine).hasToString("rest");
  }

  @Test
  void whatBeginsOtherwiseIsForGrpcAsItCame() {
    arrives(HTTP2);
    assertThat(grpcs).isEqualTo(1);

    takeOver();
    arrives(" and more");

    assertThat(ofGrpc).hasToString(HTTP2 + " and more");
  }

  @Test
  void whatBeginsLikeALineAndIsNoneIsForGrpcToo() {
    arrives("MILLRACE");
    arrives(" LIME");
    takeOver();

    assertThat(ofGrpc).hasToString("MILLRACE LIME");
  }

  @Test
  void nothingMoreIsReadUntilGrpcHasIt() {
    arrives(HTTP2);
    assertThat(connection.config().isAutoRead()).isFalse();

    takeOver();

    assertThat(connection.config().isAutoRead()).isTrue();
  }

  @Test
  void connectionThatSaysNothingIsClosed() {
    connection.freezeTime();
    arrives("MILLRACE");

    connection.advanceTimeBy(9, TimeUnit.SECONDS);
    connection.runScheduledPendingTasks();
    assertThat(connection.isOpen()).isTrue();
    connection.advanceTimeBy(1, TimeUnit.SECONDS);
    connection.runScheduledPendingTasks();

    assertThat(connection.isOpen()).isFalse();
  }

  @Test
  void connectionThatSaidWhatItSpeaksStays() {
    connection.freezeTime();
    arrives(HTTP2);

    connection.advanceTimeBy(1, TimeUnit.HOURS);
    connection.runScheduledPendingTasks();

    assertThat(connection.isOpen()).isTrue();
  }

  @Test
  void connectionThatEndsUndecidedLeavesNothing() {
    ByteBuf first = arrives("MILL");
    ByteBuf second = arrives("RACE");

    var _ = connection.close();

    assertThat(first.refCnt()).isZero();
    assertThat(second.refCnt()).isZero();
  }
}
