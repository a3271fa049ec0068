package dev.millrace.http;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.netty.bootstrap.ServerBootstrap;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpDecoderConfig;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpServerCodec;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The HTTP server of a node. */
public final class HttpServer {
  /**
   * From where a request came, in the metadata of its call. To be believed of calls inside of the
   * process, and of no others.
   */
  public static final Metadata.Key<String> ASKER_ADDRESS =
      Metadata.Key.of("millrace-address", Metadata.ASCII_STRING_MARSHALLER);

  private static final int ADDRESS_LENGTH_MAX = 8 << 10;
  private static final int HEAD_BYTES_MAX = 16 << 10;
  private static final int PART_BYTES_MAX = 64 << 10;

  private final TransportLoop transport;
  private final Surroundings around;
  private final Channel listening;
  private boolean hasStopped;

  private HttpServer(TransportLoop transport, Surroundings around, Channel listening) {
    this.transport = transport;
    this.around = around;
    this.listening = listening;
  }

  /**
   * Starts a server; on return it listens.
   *
   * @param tls none for plain connections
   * @param channels makes channels to the service, which call on the caller's thread and never
   *     block
   * @throws IOException if it can't listen there
   */
  public static HttpServer start(
      HttpConfig config, Optional<SslContext> tls, Supplier<ManagedChannel> channels, NodeView view)
      throws IOException {
    var transport = new TransportLoop();
    try {
      var own = channels.get();
      var routes = new Routes(view.site());
      var around =
          new Surroundings(
              config,
              routes,
              new Names(config.address().getAddress(), config.names()),
              CsrfToken.random(),
              new Body.Allowance(config.bodiesBytesMax()),
              channels,
              own,
              new LiveStats(own, transport.loop(), config.listenersMax()),
              view,
              new Description(routes),
              new OpenConnections());
      var bound =
          new ServerBootstrap()
              .group(transport.group())
              .channel(TransportLoop.channelType())
              .childHandler(new Accept(tls, around))
              .bind(config.address())
              .awaitUninterruptibly();
      if (!bound.isSuccess()) {
        own.shutdownNow();
        throw new IOException(String.valueOf(bound.cause().getMessage()), bound.cause());
      }
      return new HttpServer(transport, around, bound.channel());
    } catch (IOException | RuntimeException e) {
      transport.close();
      throw e;
    }
  }

  /** Every address with its method, such as {@code POST /v1/update}. */
  public static List<String> routes(Site site) {
    return new Routes(site)
        .all().entrySet().stream()
            .flatMap(
                path -> path.getValue().keySet().stream().map(one -> one + " " + path.getKey()))
            .sorted()
            .toList();
  }

  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /**
   * Takes no more connections, closes those that wait or listen, and gives replies on their way a
   * moment. Once is enough.
   */
  public synchronized void stop() {
    if (hasStopped) {
      return;
    }
    hasStopped = true;
    var _ = listening.close().awaitUninterruptibly();
    var loop = transport.loop();
    loop.execute(() -> around.open().all().forEach(HttpConnection::end));
    var ended = new CountDownLatch(1);
    long stopNanos = around.config().times().stop().toNanos();
    loop.execute(() -> look(ended, System.nanoTime() + stopNanos));
    try {
      var _ = ended.await(2 * stopNanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    around.ownChannel().shutdownNow();
    transport.close();
  }

  private void look(CountDownLatch ended, long deadlineNanos) {
    if (around.open().all().isEmpty() || System.nanoTime() - deadlineNanos >= 0) {
      around.open().all().forEach(HttpConnection::close);
      ended.countDown();
    } else {
      var _ =
          transport.loop().schedule(() -> look(ended, deadlineNanos), 10, TimeUnit.MILLISECONDS);
    }
  }

  /** Puts the parts of a connection together, or closes it if there are too many. */
  private static final class Accept extends ChannelInitializer<Channel> {
    private final Optional<SslContext> tls;
    private final Surroundings around;

    Accept(Optional<SslContext> tls, Surroundings around) {
      this.tls = tls;
      this.around = around;
    }

    @Override
    protected void initChannel(Channel channel) {
      if (!around.open().admit(around.config().connectionsMax())) {
        var _ = channel.close();
        return;
      }
      var _ = channel.closeFuture().addListener(_ -> around.open().left());
      tls.ifPresent(context -> channel.pipeline().addLast(context.newHandler(channel.alloc())));
      channel
          .pipeline()
          .addLast(
              new HttpServerCodec(
                  new HttpDecoderConfig()
                      .setMaxInitialLineLength(ADDRESS_LENGTH_MAX)
                      .setMaxHeaderSize(HEAD_BYTES_MAX)
                      .setMaxChunkSize(PART_BYTES_MAX)))
          .addLast(new HttpConnection(around, channel));
    }
  }
}
