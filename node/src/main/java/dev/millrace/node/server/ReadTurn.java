package dev.millrace.node.server;

import io.grpc.netty.shaded.io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.RecvByteBufAllocator;

/**
 * How much of a connection is read before it is the turn of the others, and of what the thread
 * executes: one piece, and no large one. Left to itself the network reads up to a megabyte, which
 * is thousands of calls: more than may wait. Most of them would be refused although the node could
 * execute them in a moment, and the connection would then be read later than there is work for it.
 */
final class ReadTurn {
  /** About what is executed in the time of a batch, if calls are small. */
  static final int BYTES_MAX = 16 << 10;

  private static final int BYTES_MIN = 64;
  private static final int BYTES_FIRST = 2 << 10;

  private ReadTurn() {}

  static RecvByteBufAllocator pieces() {
    return new AdaptiveRecvByteBufAllocator(BYTES_MIN, BYTES_FIRST, BYTES_MAX)
        .maxMessagesPerRead(1);
  }
}
