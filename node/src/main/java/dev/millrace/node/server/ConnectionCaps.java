package dev.millrace.node.server;

import dev.millrace.node.wire.Audit;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler.Sharable;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Closes connections beyond so many, in all and from one address, when they are accepted: before
 * anything is read from them or made for them. Programs on this machine share one address, and
 * count only in all.
 */
@Sharable
final class ConnectionCaps extends ChannelInboundHandlerAdapter {
  private final int allMax;
  private final int addressMax;
  private final Audit audit;
  private final Welcome welcome;

  // Guarded by this.
  private final Map<InetAddress, Integer> byAddress = new HashMap<>();
  private int all;

  /** Takes connections that were let in. */
  @FunctionalInterface
  interface Welcome {
    /**
     * Takes one.
     *
     * @param toGrpc gives it to gRPC
     */
    void welcome(Channel connection, Runnable toGrpc);
  }

  ConnectionCaps(int allMax, int addressMax, Audit audit, Welcome welcome) {
    this.allMax = allMax;
    this.addressMax = addressMax;
    this.audit = audit;
    this.welcome = welcome;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    Channel connection = (Channel) accepted;
    if (!(connection.remoteAddress() instanceof InetSocketAddress remote)) {
      // Gone already.
      connection.unsafe().closeForcibly();
      return;
    }
    InetAddress address = remote.getAddress();
    if (take(address)) {
      var _ = connection.closeFuture().addListener(_ -> giveBack(address));
      welcome.welcome(
          connection, () -> context.executor().execute(() -> context.fireChannelRead(accepted)));
    } else {
      connection.unsafe().closeForcibly();
      audit.refused(null, address.getHostAddress(), "connect", "too many connections");
    }
  }

  synchronized boolean take(InetAddress address) {
    int ofAddress = byAddress.getOrDefault(address, 0);
    if (all >= allMax || (ofAddress >= addressMax && !address.isLoopbackAddress())) {
      return false;
    }
    all++;
    byAddress.put(address, ofAddress + 1);
    return true;
  }

  synchronized void giveBack(InetAddress address) {
    all--;
    byAddress.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
  }
}
