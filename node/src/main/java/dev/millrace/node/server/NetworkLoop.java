package dev.millrace.node.server;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.IoHandlerFactory;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** The threads of the gRPC server: one accepts connections, the others read and write them. */
final class NetworkLoop implements AutoCloseable {
  /**
   * Half as many as gRPC itself would start: nothing on them waits, so more would only take turns,
   * and each would find less to do when it wakes up.
   */
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private final EventLoopGroup accepting;
  private final EventLoopGroup moving;
  private final ChannelHandler doorkeeper;

  /**
   * @param doorkeeper sees each connection when it is accepted
   */
  NetworkLoop(ChannelHandler doorkeeper) {
    this.doorkeeper = doorkeeper;
    IoHandlerFactory kind =
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    this.accepting =
        new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("accept", true), kind);
    this.moving =
        new MultiThreadIoEventLoopGroup(THREADS, new DefaultThreadFactory("network", true), kind);
  }

  NettyServerBuilder serve(NettyServerBuilder server) {
    return server
        .bossEventLoopGroup(accepting)
        .workerEventLoopGroup(moving)
        .channelFactory(this::newChannel);
  }

  private ServerChannel newChannel() {
    ServerChannel channel =
        Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    channel.pipeline().addFirst(doorkeeper);
    return channel;
  }

  @Override
  public void close() {
    var _ = accepting.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    var _ = moving.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
