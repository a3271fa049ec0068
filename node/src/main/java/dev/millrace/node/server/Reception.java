package dev.millrace.node.server;

import dev.millrace.line.Bodies;
import dev.millrace.node.line.FirstBytes;
import dev.millrace.node.line.LineHandler;
import dev.millrace.node.line.Lines;
import dev.millrace.node.wire.Connections;
import dev.millrace.node.wire.Refusals;
import io.grpc.ServerMethodDefinition;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;

/**
 * Receives connections that were let in: each is read in turn and at the pace of its refusals, and
 * becomes a line or gRPC's.
 */
final class Reception implements ConnectionCaps.Welcome {
  /** For bodies of requests that are there when the next ones come. */
  private static final int KEPT_BYTES_MAX = 4 << 20;

  private final NetworkLoop network;
  private final ServerMethodDefinition<?, ?> stream;
  private final Connections connections;
  private final Lines lines;
  private final Refusals refusals;
  private final Bodies bodies = new Bodies(KEPT_BYTES_MAX);
  private final RefusalPace pace = new RefusalPace(System.nanoTime());
  private final boolean hasTls;

  /**
   * @param stream what a line calls
   * @param connections who hears of lines
   * @param hasTls then there are no lines: whatever comes has to shake hands with gRPC
   */
  Reception(
      NetworkLoop network,
      ServerMethodDefinition<?, ?> stream,
      Connections connections,
      Lines lines,
      Refusals refusals,
      boolean hasTls) {
    this.network = network;
    this.stream = stream;
    this.connections = connections;
    this.lines = lines;
    this.refusals = refusals;
    this.hasTls = hasTls;
  }

  @Override
  public void welcome(Channel connection, Runnable toGrpc) {
    var turn = new ReadTurn();
    var reading = new PacedReading(refusals, pace, turn);
    connection.config().setRecvByteBufAllocator(turn);
    connection.pipeline().addFirst(reading);
    if (hasTls) {
      toGrpc.run();
      return;
    }
    connection.pipeline().addLast(new FirstBytes(() -> line(connection, reading), toGrpc));
    network.move(connection);
  }

  private ChannelHandler line(Channel connection, PacedReading reading) {
    lines.add(connection);
    return LineHandler.of(stream, connections, reading, bodies);
  }
}
