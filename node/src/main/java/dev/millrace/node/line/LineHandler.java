package dev.millrace.node.line;

import dev.millrace.line.Bodies;
import dev.millrace.line.Frame;
import dev.millrace.line.FrameReader;
import dev.millrace.line.Line;
import dev.millrace.line.LineException;
import dev.millrace.node.wire.Connections;
import dev.millrace.node.wire.StatusProblem;
import dev.millrace.node.wire.Wire;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerMethodDefinition;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the frames of a line, and watches whether its client is still there. */
public final class LineHandler<Q, R> extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(LineHandler.class);

  /** Within which a line is opened; how often it is looked at whether its client shows a sign. */
  private static final long LOOK_SECONDS = 10;

  /** After so many looks without a sign the client is pinged: a minute, as with gRPC. */
  private static final int PING_LOOKS = 6;

  /** After so many it is gone. */
  private static final int GONE_LOOKS = 8;

  private final ServerMethodDefinition<Q, R> method;
  private final Connections connections;
  private final HeldReading reading;
  private final Bodies bodies;
  private final FrameReader frames;
  private Attributes attributes = Attributes.EMPTY;
  private @Nullable LineWriter writer;
  private @Nullable LineCall<Q, R> call;
  private @Nullable Future<?> looking;
  private boolean hasSign;
  private int looksWithoutSign;
  private boolean isPongDue;
  private boolean isRefused;

  /**
   * A new line, on which the method is called. Its listener keeps nothing of a request, but copies.
   *
   * @param bodies of requests, of this line and others
   */
  public static <Q, R> LineHandler<Q, R> of(
      ServerMethodDefinition<Q, R> method,
      Connections connections,
      HeldReading reading,
      Bodies bodies) {
    return new LineHandler<>(method, connections, reading, bodies);
  }

  private LineHandler(
      ServerMethodDefinition<Q, R> method,
      Connections connections,
      HeldReading reading,
      Bodies bodies) {
    this.method = method;
    this.connections = connections;
    this.reading = reading;
    this.bodies = bodies;
    this.frames = FrameReader.ofClient(Wire.TAKEN_BYTES_MAX, bodies);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    attributes =
        connections.transportReady(
            Attributes.newBuilder()
                .set(Grpc.TRANSPORT_ATTR_REMOTE_ADDR, context.channel().remoteAddress())
                .build());
    writer = new LineWriter(context.channel(), this::ready);
    var _ = context.writeAndFlush(Unpooled.wrappedBuffer(Line.preface()), context.voidPromise());
    looking =
        context
            .executor()
            .scheduleAtFixedRate(
                () -> look(context, writer()), LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
  }

  private LineWriter writer() {
    if (writer == null) {
      throw new IllegalStateException("not in a pipeline");
    }
    return writer;
  }

  private void ready() {
    if (call != null) {
      call.ready();
    }
  }

  /** Whoever shows no sign for long is asked for one, and is gone without. */
  private void look(ChannelHandlerContext context, LineWriter out) {
    if (call == null) {
      var _ = context.close();
    } else if (call.isHolding()) {
      // A client that isn't read can show no sign. Ours keeps it from giving us up.
      looksWithoutSign = 0;
      out.signal(Line.Kind.PING);
    } else {
      looksWithoutSign = hasSign ? 0 : looksWithoutSign + 1;
      hasSign = false;
      if (looksWithoutSign == PING_LOOKS) {
        out.signal(Line.Kind.PING);
      } else if (looksWithoutSign >= GONE_LOOKS) {
        var _ = context.close();
      }
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    hasSign = true;
    ByteBuf bytes = (ByteBuf) message;
    try {
      ByteBuffer piece = bytes.nioBuffer();
      Frame frame = next(piece);
      while (frame != null) {
        take(frame);
        frame = next(piece);
      }
      reading.expect(frames.missingBytes());
    } catch (LineException e) {
      refuse(StatusProblem.invalid("the line ends: " + e.getMessage()));
    } finally {
      bytes.release();
    }
  }

  /** What comes after the end is dropped. */
  private @Nullable Frame next(ByteBuffer piece) throws LineException {
    return isRefused || writer().hasEnded() ? null : frames.next(piece);
  }

  private void take(Frame frame) throws LineException {
    switch (frame.kind()) {
      case OPEN -> open(headers(Line.fields(frame.body())));
      case MESSAGE -> opened().arrived(frame);
      case END -> opened().halfClosed();
      case PING -> isPongDue = true;
      case PONG -> {
        // A sign like any other.
      }
    }
  }

  /** The reader of frames has seen to it that OPEN was the first. */
  private LineCall<Q, R> opened() {
    if (call == null) {
      throw new IllegalStateException("not opened");
    }
    return call;
  }

  private void open(Metadata headers) {
    var opened = new LineCall<>(method, attributes, writer(), reading, bodies);
    call = opened;
    opened.start(headers);
  }

  private static Metadata headers(Map<String, String> fields) throws LineException {
    var headers = new Metadata();
    try {
      fields.forEach(
          (name, value) ->
              headers.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value));
    } catch (IllegalArgumentException e) {
      throw new LineException("a field that no metadata of gRPC could be: " + e.getMessage());
    }
    return headers;
  }

  private void refuse(byte[] problem) {
    isRefused = true;
    if (call == null) {
      writer().end(problem);
    } else {
      call.refuse(problem);
    }
  }

  /** One answer to all pings of a read: whoever sends many gets no more for it. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (isPongDue) {
      isPongDue = false;
      writer().signal(Line.Kind.PONG);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    writer().tellReady();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (looking != null) {
      looking.cancel(false);
    }
    connections.transportTerminated(attributes);
    if (call != null) {
      call.disconnected();
    }
    writer().drop();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      log.debug("A line broke", cause);
    } else {
      log.warn("A line failed", cause);
    }
    var _ = context.close();
  }
}
