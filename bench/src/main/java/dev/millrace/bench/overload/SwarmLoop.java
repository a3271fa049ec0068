package dev.millrace.bench.overload;

import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.MillraceGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;

/**
 * A swarm with its connections, all on one thread: it looks every few milliseconds what is due, and
 * sends that; what comes back is counted as it comes. Requests aren't repeated, so that every
 * refusal is seen.
 */
final class SwarmLoop implements AutoCloseable {
  /** Streams share them, because a thousand sockets would be a load of another kind. */
  private static final int CONNECTIONS = 4;

  private static final Duration TICK = Duration.ofMillis(5);

  /** How long the last answers may take. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int MESSAGE_BYTES_MAX = 16 << 20;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1,
          new DefaultThreadFactory("swarm", true),
          Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final Complaints complaints = new Complaints();
  private final CallOptions streamOptions;
  private final Swarm swarm;

  /**
   * @param streams clients with a stream
   * @param impatient so many clients beyond these with single calls that have this deadline, and as
   *     many whose calls have it as their timeout in a stream
   * @param unreadBytesMax a stream is ready while so much of it, or less, waits here for the node
   */
  record Crowd(int streams, int impatient, Duration deadline, int unreadBytesMax, long seed) {}

  SwarmLoop(int port, Crowd crowd) {
    streamOptions = CallOptions.DEFAULT.withOnReadyThreshold(crowd.unreadBytesMax);
    for (int i = 0; i < CONNECTIONS; i++) {
      channels.add(connect(port));
    }
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(crowd.seed);
    List<SwarmClient> clients = new ArrayList<>();
    for (int i = 0; i < crowd.streams; i++) {
      int number = i;
      clients.add(
          streamed(
              number,
              line -> new StreamClient(number, line, random, System::nanoTime, complaints)));
    }
    for (int i = crowd.streams; i < crowd.streams + crowd.impatient; i++) {
      clients.add(
          new UnaryClient(i, channelOf(i), loop, crowd.deadline, System::nanoTime, complaints));
    }
    for (int i = clients.size(); i < crowd.streams + 2 * crowd.impatient; i++) {
      int number = i;
      clients.add(
          streamed(
              number,
              line ->
                  new TimeoutClient(number, line, crowd.deadline, System::nanoTime, complaints)));
    }
    swarm = new Swarm(clients, crowd.streams, random);
  }

  private StreamedClient streamed(int number, Function<StreamedClient.Line, StreamedClient> make) {
    return new Line(channelOf(number), make).client;
  }

  private ManagedChannel channelOf(int client) {
    return channels.get(client % CONNECTIONS);
  }

  private ManagedChannel connect(int port) {
    return NettyChannelBuilder.forAddress("127.0.0.1", port, InsecureChannelCredentials.create())
        .eventLoopGroup(loop)
        .channelType(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
        .directExecutor()
        .disableRetry()
        .maxInboundMessageSize(MESSAGE_BYTES_MAX)
        .build();
  }

  /** Runs phases, one behind the other; done when all requests are answered, or will never be. */
  CompletableFuture<List<Tally>> run(List<Phase> phases) {
    var done = new CompletableFuture<List<Tally>>();
    loop.execute(
        () -> {
          swarm.begin(phases, System.nanoTime());
          tick(done, 0);
        });
    return done;
  }

  /**
   * @param endNanos when the last request was sent; 0 before
   */
  private void tick(CompletableFuture<List<Tally>> done, long endNanos) {
    try {
      long now = System.nanoTime();
      long end = endNanos;
      if (end == 0 && !swarm.tick(now)) {
        end = now;
      }
      if (end != 0 && (swarm.underWay() == 0 || now - end > PATIENCE.toNanos())) {
        done.complete(swarm.end());
      } else {
        long ended = end;
        var _ = loop.schedule(() -> tick(done, ended), TICK.toNanos(), TimeUnit.NANOSECONDS);
      }
    } catch (RuntimeException e) {
      done.completeExceptionally(e);
    }
  }

  /** To be looked at when nothing runs. */
  List<? extends SwarmClient> clients() {
    return swarm.clients();
  }

  Complaints complaints() {
    return complaints;
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** The stream of one client; opened when it is first needed, and again after it ended. */
  private final class Line extends ClientCall.Listener<BatchReply> implements StreamedClient.Line {
    private final ManagedChannel channel;
    private final StreamedClient client;
    private @Nullable ClientCall<BatchRequest, BatchReply> call;

    Line(ManagedChannel channel, Function<StreamedClient.Line, StreamedClient> make) {
      this.channel = channel;
      client = make.apply(this);
    }

    @Override
    public boolean isReady() {
      return call == null || call.isReady();
    }

    @Override
    public void send(BatchRequest message) {
      if (call == null) {
        call = channel.newCall(MillraceGrpc.getStreamMethod(), streamOptions);
        call.start(this, new Metadata());
        call.request(Integer.MAX_VALUE);
      }
      call.sendMessage(message);
    }

    @Override
    public void onMessage(BatchReply message) {
      client.replied(message);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      loop.execute(
          () -> {
            call = null;
            client.broken(status.toString());
          });
    }
  }
}
