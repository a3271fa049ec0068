package dev.millrace.node.line;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import dev.millrace.line.Line;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.socket.DuplexChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What goes out over a line. Whoever has an answer leaves it here, and the thread of the connection
 * writes all that was left as one piece.
 */
final class LineWriter {
  /** With so much on its way to the socket the reader counts as slow. */
  private static final long UNSENT_BYTES_MAX = 256 << 10;

  /** How long the last replies may take on their way to a slow reader. */
  private static final long END_SECONDS = 5;

  /** What is taken at once; a piece grows when more is left meanwhile. */
  private static final int PIECE_BYTES_MAX = 32 << 20;

  /** Left after all messages. */
  @SuppressWarnings("ArrayRecordComponent")
  private record End(byte[] problem) {}

  private final Channel channel;
  private final Runnable onReady;
  private final Queue<Object> left = new ConcurrentLinkedQueue<>();
  private final AtomicLong unsentBytes = new AtomicLong();
  private final AtomicBoolean isWriteDue = new AtomicBoolean();
  private final Runnable write = guarded(this::write);

  /** Somebody was told to wait, and is to hear when it is over. */
  private volatile boolean hasWaiter;

  /** Of the connection's thread. */
  private boolean hasEnded;

  /**
   * @param onReady called on the connection's thread when there is room again after there was none
   */
  LineWriter(Channel channel, Runnable onReady) {
    this.channel = channel;
    this.onReady = onReady;
  }

  // ---- Of any thread

  void add(MessageLite message) {
    unsentBytes.addAndGet(frameBytes(message));
    leave(message);
  }

  /** Ends the line after what was left before; what comes later is dropped. */
  void end(byte[] problem) {
    leave(new End(problem));
  }

  private static int frameBytes(MessageLite message) {
    return Line.HEAD_BYTES + message.getSerializedSize();
  }

  private void leave(Object next) {
    left.add(next);
    if (isWriteDue.compareAndSet(false, true)) {
      later(write);
    }
  }

  /** What ends the line when it fails, wherever it runs. */
  Runnable guarded(Runnable action) {
    return () -> {
      try {
        action.run();
      } catch (RuntimeException e) {
        channel.pipeline().fireExceptionCaught(e);
      }
    };
  }

  /** On the connection's thread, unless that has ended, and the connection with it. */
  void later(Runnable action) {
    try {
      channel.eventLoop().execute(action);
    } catch (RejectedExecutionException e) {
      // The node is down.
    }
  }

  boolean isReady() {
    if (takesMore()) {
      return true;
    }
    hasWaiter = true;
    return takesMore();
  }

  private boolean takesMore() {
    return unsentBytes.get() < UNSENT_BYTES_MAX && channel.isWritable();
  }

  // ---- Of the connection's thread

  /** Whether the last frame was written. */
  boolean hasEnded() {
    return hasEnded;
  }

  /** Tells whoever was told to wait, once there is room again. */
  void tellReady() {
    if (hasWaiter && takesMore()) {
      hasWaiter = false;
      onReady.run();
    }
  }

  /** Sends a frame without a body, unless the reader is slow: then it has other signs to read. */
  void signal(Line.Kind kind) {
    if (!hasEnded && channel.isWritable()) {
      ByteBuf frame = channel.alloc().ioBuffer(Line.HEAD_BYTES);
      writeHead(frame, kind, 0);
      var _ = channel.writeAndFlush(frame, channel.voidPromise());
    }
  }

  private void write() {
    isWriteDue.set(false);
    if (hasEnded || !channel.isActive()) {
      drop();
      return;
    }
    ByteBuf piece = channel.alloc().ioBuffer((int) Math.min(unsentBytes.get(), PIECE_BYTES_MAX));
    boolean isFilled = false;
    try {
      fill(piece);
      isFilled = true;
    } finally {
      if (!isFilled) {
        piece.release();
        close();
      }
    }
    if (hasEnded) {
      drop();
      var _ = channel.writeAndFlush(piece).addListener(_ -> shutOutput());
      var _ = channel.eventLoop().schedule(this::close, END_SECONDS, TimeUnit.SECONDS);
    } else {
      var _ = channel.writeAndFlush(piece, channel.voidPromise());
      tellReady();
    }
  }

  /** Takes what was left, up to the end. */
  private void fill(ByteBuf piece) {
    long taken = 0;
    for (Object next = left.poll(); next != null; next = left.poll()) {
      if (next instanceof End(byte[] problem)) {
        hasEnded = true;
        writeHead(piece, Line.Kind.END, problem.length);
        piece.writeBytes(problem);
        break;
      }
      taken += write(piece, (MessageLite) next);
    }
    unsentBytes.addAndGet(-taken);
  }

  /** What nobody will read any more. */
  void drop() {
    for (Object next = left.poll(); next != null; next = left.poll()) {
      if (next instanceof MessageLite message) {
        unsentBytes.addAndGet(-frameBytes(message));
      }
    }
  }

  /**
   * The client reads the end, and closes. We don't before: what it still sends would meet a closed
   * socket, whose answer may overtake the end.
   */
  private void shutOutput() {
    if (channel instanceof DuplexChannel duplex) {
      var _ = duplex.shutdownOutput();
    }
  }

  private void close() {
    var _ = channel.close();
  }

  private static long write(ByteBuf piece, MessageLite message) {
    int bytes = message.getSerializedSize();
    piece.ensureWritable(Line.HEAD_BYTES + bytes);
    writeHead(piece, Line.Kind.MESSAGE, bytes);
    try {
      var out = CodedOutputStream.newInstance(piece.nioBuffer(piece.writerIndex(), bytes));
      message.writeTo(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    piece.writerIndex(piece.writerIndex() + bytes);
    return frameBytes(message);
  }

  private static void writeHead(ByteBuf piece, Line.Kind kind, int bytes) {
    piece.writeByte(kind.code()).writeInt(bytes);
  }
}
