package dev.millrace.http;

import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** The thread of all connections of a server. */
final class TransportLoop implements AutoCloseable {
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1,
          new DefaultThreadFactory("http", true),
          Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());

  EventLoopGroup group() {
    return group;
  }

  EventLoop loop() {
    return group.next();
  }

  static Class<? extends ServerChannel> channelType() {
    return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }

  /** Ends the thread, which closes what is open; returns when it has ended, or after a moment. */
  @Override
  public void close() {
    var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2000);
  }
}
