package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.RecvByteBufAllocator.ExtendedHandle;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

/** A connection that always has as much as one asks it for. */
class ReadTurnTest {
  private static final int TURNS = 100;

  private final EmbeddedChannel connection = new EmbeddedChannel();
  private final ReadTurn reading = new ReadTurn();
  private final ExtendedHandle turn = reading.newHandle();

  /** Reads a piece; returns its size. */
  private int read() {
    int bytes = turn.guess();
    turn.attemptedBytesRead(bytes);
    turn.lastBytesRead(bytes);
    turn.incMessagesRead(1);
    return bytes;
  }

  @Test
  void turnEndsAfterOnePieceHoweverMuchThereIs() {
    turn.reset(connection.config());

    assertThat(read()).isPositive();

    assertThat(turn.continueReading()).isFalse();
  }

  @Test
  void pieceGrowsUpToItsBound() {
    int bytes = 0;
    for (int i = 0; i < TURNS; i++) {
      turn.reset(connection.config());
      bytes = read();
      turn.readComplete();
    }

    assertThat(bytes).isEqualTo(ReadTurn.BYTES_MAX);
  }

  @Test
  void restOfAMessageIsReadInOnePiece() {
    reading.expect(100_000);
    turn.reset(connection.config());

    ByteBuf memory = turn.allocate(connection.alloc());

    assertThat(turn.guess()).isEqualTo(100_000);
    assertThat(memory.writableBytes()).isEqualTo(100_000);
    memory.release();
  }

  @Test
  void restOfALargeMessageIsReadInSeveral() {
    reading.expect(Integer.MAX_VALUE);

    assertThat(turn.guess()).isEqualTo(ReadTurn.MESSAGE_BYTES_MAX);
  }

  @Test
  void messageThatIsWholeLeavesThePieceAsItWas() {
    int before = turn.guess();
    reading.expect(100_000);

    reading.expect(0);

    assertThat(turn.guess()).isEqualTo(before);
  }
}
