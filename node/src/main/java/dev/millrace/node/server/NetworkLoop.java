package dev.millrace.node.server;

import dev.millrace.node.line.FirstBytes;
import dev.millrace.stages.GuestCrew;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The threads of the gRPC server and of lines: one accepts connections, the others read and write
 * them.
 */
final class NetworkLoop implements AutoCloseable {
  /**
   * With so few processors one of these threads is enough, and has time to execute what it reads:
   * the other processor is for the journal, and often for the clients.
   */
  private static final int FEW_PROCESSORS = 2;

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  /**
   * Half as many as gRPC itself would start: nothing on them waits, so more would only take turns,
   * and each would find less to do when it wakes up.
   */
  private static final int THREADS = PROCESSORS <= FEW_PROCESSORS ? 1 : PROCESSORS;

  private final EventLoopGroup accepting;
  private final EventLoopGroup moving;

  NetworkLoop() {
    IoHandlerFactory kind =
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    this.accepting =
        new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("accept", true), kind);
    this.moving = new Moving(kind);
  }

  /**
   * Threads of connections, some of which have one before gRPC gets them: it is told that they have
   * one, and what they have said so far follows.
   */
  private static final class Moving extends MultiThreadIoEventLoopGroup {
    Moving(IoHandlerFactory kind) {
      super(THREADS, new DefaultThreadFactory("network", true), kind);
    }

    @Override
    public ChannelFuture register(Channel connection) {
      if (!connection.isRegistered()) {
        return super.register(connection);
      }
      connection.eventLoop().execute(() -> FirstBytes.release(connection));
      return connection.newSucceededFuture();
    }
  }

  /** Whoever is to execute what comes on these threads; nobody if there are several. */
  Optional<GuestCrew> executing() {
    if (THREADS > 1) {
      return Optional.empty();
    }
    EventLoop thread = moving.next();
    return Optional.of(new GuestCrew(thread, thread::inEventLoop));
  }

  /** Gives a new connection a thread. */
  void move(Channel connection) {
    var _ = moving.register(connection);
  }

  /**
   * @param doorkeeper sees each connection when it is accepted
   */
  NettyServerBuilder serve(NettyServerBuilder server, ChannelHandler doorkeeper) {
    return server
        .bossEventLoopGroup(accepting)
        .workerEventLoopGroup(moving)
        .channelFactory(() -> newChannel(doorkeeper));
  }

  private static ServerChannel newChannel(ChannelHandler doorkeeper) {
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
