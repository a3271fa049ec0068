package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.wire.Refusals;
import io.grpc.netty.shaded.io.netty.channel.ChannelDuplexHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A connection whose messages are the numbers of calls that are refused of each. */
class PacedReadingTest {
  private final Refusals refusals = new Refusals();
  private final PacedReading reading =
      new PacedReading(refusals, new RefusalPace(System.nanoTime()), new ReadTurn());
  private int asked;

  private final EmbeddedChannel connection =
      new EmbeddedChannel(new Socket(), reading, new Refuser());

  private final class Socket extends ChannelDuplexHandler {
    @Override
    public void read(ChannelHandlerContext context) {
      asked++;
      context.read();
    }
  }

  /** As HTTP/2 does, it asks for more also when the connection doesn't read by itself. */
  private final class Refuser extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object refused) {
      refusals.add((Integer) refused);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.read();
    }
  }

  private int askedAfter(int refused) {
    connection.freezeTime();
    int before = asked;
    connection.writeInbound(refused);
    return asked - before;
  }

  @Test
  void connectionOfWhichFewCallsAreRefusedIsReadOn() {
    assertThat(askedAfter(100)).isPositive();
    assertThat(connection.config().isAutoRead()).isTrue();
  }

  @Test
  void connectionOfWhichTooManyAreRefusedIsNotReadForAWhile() {
    assertThat(askedAfter(100_000)).isZero();
    assertThat(connection.config().isAutoRead()).isFalse();
  }

  @Test
  void connectionThatIsHeldIsNotReadUntilItIsLetGo() {
    reading.hold(true);
    assertThat(askedAfter(0)).isZero();

    reading.hold(false);

    assertThat(connection.config().isAutoRead()).isTrue();
    assertThat(askedAfter(0)).isPositive();
  }

  @Test
  void connectionThatIsLetGoInAPauseIsReadAfterIt() {
    askedAfter(100_000);
    reading.hold(true);
    reading.hold(false);
    assertThat(connection.config().isAutoRead()).isFalse();

    connection.advanceTimeBy(100, TimeUnit.MILLISECONDS);
    connection.runPendingTasks();

    assertThat(connection.config().isAutoRead()).isTrue();
  }

  @Test
  void pauseThatEndsLeavesAHeldConnectionUnread() {
    askedAfter(100_000);
    reading.hold(true);

    connection.advanceTimeBy(100, TimeUnit.MILLISECONDS);
    connection.runPendingTasks();

    assertThat(connection.config().isAutoRead()).isFalse();
  }

  @Test
  void itIsReadAgainAfterThePause() {
    askedAfter(100_000);
    int before = asked;

    connection.advanceTimeBy(100, TimeUnit.MILLISECONDS);
    connection.runPendingTasks();

    assertThat(asked - before).isPositive();
    assertThat(connection.config().isAutoRead()).isTrue();
  }
}
