package dev.millrace.client;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Problem;
import dev.millrace.line.Frame;
import dev.millrace.line.FrameReader;
import dev.millrace.line.Line;
import dev.millrace.line.LineException;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A stream over a line, which is open when this stands in the pipeline of its connection. */
final class LineStream extends ChannelInboundHandlerAdapter implements CallStream {
  /** How often it is looked at whether the server has shown a sign. */
  private static final long LOOK_SECONDS = Connection.PING_TIMEOUT_SECONDS;

  private static final int PING_LOOKS = (int) (Connection.PING_SECONDS / LOOK_SECONDS);

  private final Listener listener;
  private final FrameReader frames;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Future<?> looking;
  private boolean hasSign;
  private int looksWithoutSign;
  private boolean isOver;

  /**
   * @param frames has read the preface
   */
  LineStream(Listener listener, FrameReader frames) {
    this.listener = listener;
    this.frames = frames;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    looking =
        added
            .executor()
            .scheduleAtFixedRate(this::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
  }

  /** Whoever shows no sign for long is asked for one, and is gone without. */
  private void look() {
    looksWithoutSign = hasSign ? 0 : looksWithoutSign + 1;
    hasSign = false;
    if (looksWithoutSign == PING_LOOKS) {
      send(Line.Kind.PING);
    } else if (looksWithoutSign > PING_LOOKS) {
      broken("the server shows no sign of life");
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws LineException {
    hasSign = true;
    ByteBuf bytes = (ByteBuf) message;
    try {
      ByteBuffer piece = bytes.nioBuffer();
      Frame frame = isOver ? null : frames.next(piece);
      while (frame != null) {
        take(frame);
        frame = isOver ? null : frames.next(piece);
      }
    } finally {
      bytes.release();
    }
  }

  private void take(Frame frame) throws LineException {
    switch (frame.kind()) {
      case MESSAGE -> listener.replied(this, reply(frame.body()));
      case END -> end(problem(frame.body()));
      case PING -> send(Line.Kind.PONG);
      case PONG -> {
        // A sign like any other.
      }
      case OPEN -> throw new LineException("a server opens nothing");
    }
  }

  private static BatchReply reply(byte[] body) throws LineException {
    try {
      return BatchReply.parseFrom(body);
    } catch (InvalidProtocolBufferException e) {
      throw new LineException("replies that can't be read: " + e.getMessage());
    }
  }

  private static Problem problem(byte[] body) {
    if (body.length == 0) {
      return Failures.problem(ErrorCode.OUTCOME_UNKNOWN, "the server ended the stream");
    }
    try {
      return Problem.parseFrom(body);
    } catch (InvalidProtocolBufferException e) {
      return Failures.UNREADABLE;
    }
  }

  private void send(Line.Kind kind) {
    ChannelHandlerContext to = context();
    ByteBuf frame = to.alloc().ioBuffer(Line.HEAD_BYTES);
    writeHead(frame, kind, 0);
    var _ = to.writeAndFlush(frame, to.voidPromise());
  }

  /** What is before the body of a frame. */
  static void writeHead(ByteBuf target, Line.Kind kind, int bodyBytes) {
    target.writeByte(kind.code()).writeInt(bodyBytes);
  }

  private ChannelHandlerContext context() {
    if (context == null) {
      throw new IllegalStateException("not in a pipeline");
    }
    return context;
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (isReady()) {
      listener.ready(this);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    broken("the connection was closed");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    String reason = cause.getMessage();
    broken("the line broke: " + (reason == null ? cause.getClass().getSimpleName() : reason));
  }

  private void broken(String reason) {
    end(Failures.problem(ErrorCode.OUTCOME_UNKNOWN, reason));
  }

  private void end(Problem problem) {
    if (!isOver) {
      cancel();
      listener.ended(this, problem);
    }
  }

  @Override
  public boolean isReady() {
    return !isOver && context().channel().isWritable();
  }

  @Override
  public void send(CallMessage message) {
    ChannelHandlerContext to = context();
    ByteBuf frame = to.alloc().ioBuffer(Line.HEAD_BYTES + message.bytes());
    writeHead(frame, Line.Kind.MESSAGE, message.bytes());
    message.writeTo(frame.nioBuffer(frame.writerIndex(), message.bytes()));
    frame.writerIndex(frame.writerIndex() + message.bytes());
    var _ = to.writeAndFlush(frame, to.voidPromise());
  }

  @Override
  public void cancel() {
    isOver = true;
    if (looking != null) {
      var _ = looking.cancel(false);
    }
    var _ = context().close();
  }
}
