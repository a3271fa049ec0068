package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.channel.RecvByteBufAllocator.ExtendedHandle;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

/** A connection that always has as much as one asks it for. */
class ReadTurnTest {
  private static final int TURNS = 100;

  private final EmbeddedChannel connection = new EmbeddedChannel();
  private final ExtendedHandle turn = (ExtendedHandle) ReadTurn.pieces().newHandle();

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
}
