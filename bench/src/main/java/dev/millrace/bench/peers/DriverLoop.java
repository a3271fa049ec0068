package dev.millrace.bench.peers;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.SocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;

/**
 * The threads on which connections of drivers live: as many, and of the same kind, as those of
 * Millrace's own client.
 */
final class DriverLoop {
  private static final EventLoopGroup THREADS =
      new MultiThreadIoEventLoopGroup(
          Math.max(2, Runtime.getRuntime().availableProcessors() / 2),
          new DefaultThreadFactory("driver", true),
          Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());

  private DriverLoop() {}

  static EventLoopGroup threads() {
    return THREADS;
  }

  /** For a driver that waits: does something on a virtual thread of its own. */
  static void onThread(Runnable waiting) {
    Thread.startVirtualThread(waiting);
  }

  static Class<? extends SocketChannel> channelType() {
    return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
  }
}
