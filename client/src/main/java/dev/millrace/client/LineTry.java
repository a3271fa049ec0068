package dev.millrace.client;

import dev.millrace.line.FrameReader;
import dev.millrace.line.Line;
import dev.millrace.line.LineException;
import io.grpc.netty.shaded.io.netty.bootstrap.Bootstrap;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.netty.shaded.io.netty.channel.WriteBufferWaterMark;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A line that isn't open yet: looks its address up, connects, and waits for the server to say that
 * it speaks lines. No call is sent before that. Whatever goes wrong until then means that there is
 * no line; why is not told, because gRPC is tried next and tells.
 */
final class LineTry implements CallStream {
  /** Like gRPC, it takes more while little waits to be written. */
  private static final WriteBufferWaterMark WATER_MARKS =
      new WriteBufferWaterMark(64 << 10, 256 << 10);

  /** What becomes of it; nothing, if it is cancelled. */
  interface Outcome {
    /** The server speaks lines; this is one. */
    void opened(LineStream stream);

    void notOpened();
  }

  /** Where to, and what to say first. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Way(List<InetSocketAddress> addresses, byte[] fields) {}

  private final LineAddress address;
  private final Optional<Supplier<String>> token;
  private final EventLoop loop;
  private final Listener listener;
  private final Outcome outcome;
  private final int stepMillis;
  private Iterator<InetSocketAddress> addresses = Collections.emptyIterator();
  private byte[] fields = {};
  private @Nullable Channel channel;
  private @Nullable Future<?> limit;
  private boolean isOver;

  /**
   * @param stepTime what looking up, connecting and the greeting may take, each
   */
  LineTry(
      LineAddress address,
      Optional<Supplier<String>> token,
      EventLoop loop,
      Listener listener,
      Outcome outcome,
      Duration stepTime) {
    this.address = address;
    this.token = token;
    this.loop = loop;
    this.listener = listener;
    this.outcome = outcome;
    this.stepMillis = (int) stepTime.toMillis();
  }

  void start() {
    limitStep();
    TransportLoop.ask(loop, this::lookUp, this::found);
  }

  private void limitStep() {
    endLimit();
    limit = loop.schedule(this::giveUp, stepMillis, TimeUnit.MILLISECONDS);
  }

  private void endLimit() {
    if (limit != null) {
      var _ = limit.cancel(false);
    }
  }

  /** The way there; none if there is none on which a token may go. */
  private Optional<Way> lookUp() {
    try {
      List<InetSocketAddress> ways = new ArrayList<>();
      for (InetAddress host : InetAddress.getAllByName(address.host())) {
        var way = new InetSocketAddress(host, address.port());
        if (token.isEmpty() || TokenCredentials.isThisMachine(way)) {
          ways.add(way);
        }
      }
      return ways.isEmpty() ? Optional.empty() : Optional.of(new Way(ways, newFields()));
    } catch (UnknownHostException | RuntimeException e) {
      // No such host, or no token: gRPC finds the same, and says so.
      return Optional.empty();
    }
  }

  private byte[] newFields() {
    return Line.fields(
        token
            .map(secret -> Map.of("authorization", TokenCredentials.authorization(secret.get())))
            .orElse(Map.of()));
  }

  private void found(Optional<Way> way) {
    if (isOver) {
      return;
    }
    endLimit();
    if (way.isPresent()) {
      fields = way.get().fields();
      addresses = way.get().addresses().iterator();
      connectNext();
    } else {
      giveUp();
    }
  }

  private void connectNext() {
    if (!addresses.hasNext()) {
      giveUp();
      return;
    }
    ChannelFuture connecting =
        new Bootstrap()
            .group(loop)
            .channel(TransportLoop.channelType())
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, stepMillis)
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel made) {
                    made.pipeline().addLast(new Greeting());
                  }
                })
            .connect(addresses.next());
    channel = connecting.channel();
    var _ =
        connecting.addListener(
            connected -> {
              if (!connected.isSuccess() && !isOver) {
                connectNext();
              }
            });
  }

  private void giveUp() {
    if (!isOver) {
      cancel();
      outcome.notOpened();
    }
  }

  @Override
  public boolean isReady() {
    return false;
  }

  @Override
  public void send(CallMessage message) {
    throw new IllegalStateException("the line isn't open");
  }

  @Override
  public void cancel() {
    isOver = true;
    endLimit();
    if (channel != null) {
      var _ = channel.close();
    }
  }

  /** Says what a client says first, and hears what a server does. */
  private final class Greeting extends ChannelInboundHandlerAdapter {
    private final FrameReader frames = FrameReader.ofServer(Connection.REPLY_BYTES_MAX);

    @Override
    public void channelActive(ChannelHandlerContext context) {
      limitStep();
      ByteBuf bytes = context.alloc().ioBuffer();
      bytes.writeBytes(Line.preface());
      LineStream.writeHead(bytes, Line.Kind.OPEN, fields.length);
      bytes.writeBytes(fields);
      var _ = context.writeAndFlush(bytes, context.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws LineException {
      ByteBuf bytes = (ByteBuf) message;
      ByteBuffer piece = bytes.nioBuffer();
      boolean isOpen = false;
      try {
        isOpen = !isOver && frames.readPreface(piece);
      } finally {
        if (!isOpen) {
          bytes.release();
        }
      }
      if (isOpen) {
        // From here on the line can break, and nothing else.
        isOver = true;
        endLimit();
        var stream = new LineStream(listener, frames);
        context.pipeline().replace(this, null, stream);
        outcome.opened(stream);
        context.fireChannelRead(bytes.skipBytes(bytes.readableBytes() - piece.remaining()));
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      giveUp();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      giveUp();
    }
  }
}
