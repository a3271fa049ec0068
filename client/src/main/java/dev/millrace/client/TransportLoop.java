package dev.millrace.client;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which connections live, shared by all clients of a process: few, because each does
 * nothing but move bytes and wake callers. They start with the first client and end with the last.
 */
final class TransportLoop {
  private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors() / 2);

  // Guarded by the class.
  private static @Nullable EventLoopGroup group;
  private static int users;

  private TransportLoop() {}

  /** A thread for a connection; {@link #release} gives it back. */
  static synchronized EventLoop acquire() {
    if (group == null) {
      group =
          new MultiThreadIoEventLoopGroup(
              THREADS,
              new DefaultThreadFactory("millrace-client", true),
              Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }
    users++;
    return group.next();
  }

  static synchronized void release() {
    users--;
    if (users == 0 && group != null) {
      var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      group = null;
    }
  }

  /**
   * Does what may take long on a thread of its own, and goes on with its outcome on the loop,
   * unless that has ended meanwhile.
   */
  static <T> void ask(EventLoop loop, Supplier<T> question, Consumer<T> answered) {
    Thread.ofVirtual()
        .name("millrace-client-lookup")
        .start(
            () -> {
              T answer = question.get();
              try {
                loop.execute(() -> answered.accept(answer));
              } catch (RejectedExecutionException e) {
                // The last client was closed.
              }
            });
  }

  static Class<? extends Channel> channelType() {
    return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
  }
}
