package dev.millrace.node.server;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.ByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.RecvByteBufAllocator;
import io.grpc.netty.shaded.io.netty.util.UncheckedBooleanSupplier;

/**
 * How much of a connection is read before it is the turn of the others, and of what the thread
 * executes: one piece, and no large one. Left to itself the network reads up to a megabyte, which
 * is thousands of calls: more than may wait. Most of them would be refused although the node could
 * execute them in a moment, and the connection would then be read later than there is work for it.
 *
 * <p>The rest of a message that has begun is no more calls, however long it is. If connections took
 * turns within their messages, all of those would be whole at the same time, and be executed, made
 * durable and answered together, with nothing to do for one part of the node while another works.
 */
final class ReadTurn implements RecvByteBufAllocator {
  /** About what is executed in the time of a batch, if calls are small. */
  static final int BYTES_MAX = 16 << 10;

  /** Of a message that has begun. */
  static final int MESSAGE_BYTES_MAX = 128 << 10;

  private static final int BYTES_MIN = 64;
  private static final int BYTES_FIRST = 2 << 10;

  private final RecvByteBufAllocator pieces =
      new AdaptiveRecvByteBufAllocator(BYTES_MIN, BYTES_FIRST, BYTES_MAX).maxMessagesPerRead(1);

  /** Used by the thread of the connection. */
  private int missingBytes;

  /** So many bytes are missing of a message. */
  void expect(int bytes) {
    missingBytes = bytes;
  }

  @Override
  public ExtendedHandle newHandle() {
    return new Turn((ExtendedHandle) pieces.newHandle());
  }

  private final class Turn extends DelegatingHandle implements ExtendedHandle {
    private final ExtendedHandle usual;

    Turn(ExtendedHandle usual) {
      super(usual);
      this.usual = usual;
    }

    @Override
    public int guess() {
      return Math.max(usual.guess(), Math.min(missingBytes, MESSAGE_BYTES_MAX));
    }

    @Override
    public ByteBuf allocate(ByteBufAllocator memory) {
      return memory.ioBuffer(guess());
    }

    @Override
    public boolean continueReading(UncheckedBooleanSupplier mayHaveMore) {
      return usual.continueReading(mayHaveMore);
    }
  }
}
