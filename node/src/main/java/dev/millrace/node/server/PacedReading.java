package dev.millrace.node.server;

import dev.millrace.node.line.HeldReading;
import dev.millrace.node.wire.Refusals;
import io.grpc.netty.shaded.io.netty.channel.ChannelDuplexHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a connection later when what was read of it was refused too often. It stands first in the
 * connection's pipeline, so that all that comes of a read has happened when it looks. What is not
 * read waits in the socket, where it costs the node nothing, and soon at the client: the window of
 * the connection bounds it.
 */
final class PacedReading extends ChannelDuplexHandler implements HeldReading {
  private final Refusals refusals;
  private final RefusalPace pace;
  private final ReadTurn turn;
  private boolean isPaused;
  private boolean isHeld;
  private @Nullable ChannelHandlerContext context;

  PacedReading(Refusals refusals, RefusalPace pace, ReadTurn turn) {
    this.refusals = refusals;
    this.pace = pace;
    this.turn = turn;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) {
    context.fireChannelRead(bytes);
    int refused = refusals.take();
    if (refused > 0 && !isPaused) {
      long pauseNanos = pace.pauseNanos(refused, System.nanoTime());
      if (pauseNanos > 0) {
        pause(context, pauseNanos);
      }
    }
  }

  private void pause(ChannelHandlerContext context, long nanos) {
    isPaused = true;
    apply(context);
    var _ = context.executor().schedule(() -> resume(context), nanos, TimeUnit.NANOSECONDS);
  }

  private void resume(ChannelHandlerContext context) {
    isPaused = false;
    apply(context);
  }

  @Override
  public void hold(boolean isToHold) {
    if (isHeld != isToHold) {
      isHeld = isToHold;
      apply(Objects.requireNonNull(context));
    }
  }

  @Override
  public void expect(int bytes) {
    turn.expect(bytes);
  }

  private void apply(ChannelHandlerContext context) {
    context.channel().config().setAutoRead(!isPaused && !isHeld);
  }

  /** Asked for by handlers that want more whether or not the connection reads by itself. */
  @Override
  public void read(ChannelHandlerContext context) {
    if (!isPaused && !isHeld) {
      context.read();
    }
  }
}
