package dev.millrace.node.line;

import dev.millrace.line.Line;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a new connection speaks: a line, if it begins like one, and else gRPC. Until then
 * nothing is made for it but this.
 */
public final class FirstBytes extends ChannelInboundHandlerAdapter {
  /** Within which a connection has shown what it speaks. */
  private static final long UNDECIDED_SECONDS = 10;

  private final Supplier<ChannelHandler> line;
  private final Runnable toGrpc;
  private @Nullable ByteBuf first;
  private @Nullable Future<?> limit;
  private boolean isDecided;

  /**
   * Stands before a new connection.
   *
   * @param line makes the handler of a line
   * @param toGrpc gives the connection to gRPC, which is to {@link #release} it
   */
  public FirstBytes(Supplier<ChannelHandler> line, Runnable toGrpc) {
    this.line = line;
    this.toGrpc = toGrpc;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    limit =
        context
            .executor()
            .schedule(
                () -> {
                  var _ = context.close();
                },
                UNDECIDED_SECONDS,
                TimeUnit.SECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    first =
        first == null ? bytes : context.alloc().compositeBuffer().addComponents(true, first, bytes);
    if (!isDecided) {
      decide(context, first);
    }
  }

  private void decide(ChannelHandlerContext context, ByteBuf bytes) {
    int known = Math.min(Line.PREFACE_BYTES, bytes.readableBytes());
    for (int i = 0; i < known; i++) {
      if (bytes.getByte(bytes.readerIndex() + i) != Line.preface(i)) {
        decided();
        // What follows waits in the socket: gRPC takes it in as it can.
        context.channel().config().setAutoRead(false);
        toGrpc.run();
        return;
      }
    }
    if (known == Line.PREFACE_BYTES) {
      decided();
      bytes.skipBytes(Line.PREFACE_BYTES);
      context.pipeline().addLast(line.get());
      release(context);
    }
  }

  private void decided() {
    isDecided = true;
    if (limit != null) {
      limit.cancel(false);
    }
  }

  /** Lets what was read go on to those who stand behind this now, and goes. */
  public static void release(Channel connection) {
    ChannelHandlerContext context = connection.pipeline().context(FirstBytes.class);
    if (context != null) {
      ((FirstBytes) context.handler()).release(context);
      connection.config().setAutoRead(true);
    }
  }

  private void release(ChannelHandlerContext context) {
    ByteBuf bytes = first;
    first = null;
    if (bytes != null) {
      context.fireChannelRead(bytes);
      context.fireChannelReadComplete();
    }
    context.pipeline().remove(this);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    decided();
    if (first != null) {
      first.release();
      first = null;
    }
  }
}
