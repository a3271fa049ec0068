package dev.millrace.node.server;

import dev.millrace.node.wire.Audit;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler.Sharable;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

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
  private final Supplier<ChannelHandler> reading;

  // Guarded by this.
  private final Map<InetAddress, Integer> byAddress = new HashMap<>();
  private int all;

  /**
   * @param reading makes what stands first in the pipeline of a connection that is let in
   */
  ConnectionCaps(int allMax, int addressMax, Audit audit, Supplier<ChannelHandler> reading) {
    this.allMax = allMax;
    this.addressMax = addressMax;
    this.audit = audit;
    this.reading = reading;
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
      connection.pipeline().addFirst(reading.get());
      context.fireChannelRead(accepted);
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
