package dev.millrace.bench.peers;

import io.grpc.netty.shaded.io.netty.bootstrap.Bootstrap;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;

/**
 * A connection whose replies come in the order of the requests, many of which may be under way. Its
 * thread brings replies and sends what callers add.
 */
final class PipelinedWire<R> implements Closeable {
  private final Channel channel;
  private final Outbox outbox;
  private final Replies<R> replies;

  private PipelinedWire(Channel channel, Replies<R> replies) {
    this.channel = channel;
    this.replies = replies;
    outbox =
        new Outbox(
            channel.eventLoop(),
            (bytes, length) -> {
              ByteBuf message = channel.alloc().ioBuffer(length).writeBytes(bytes, 0, length);
              var _ = channel.writeAndFlush(message, channel.voidPromise());
            });
    replies.onAnswered = outbox::send;
  }

  /**
   * @param parser reads one reply
   */
  static <R> PipelinedWire<R> open(int port, Input.Parser<R> parser)
      throws IOException, InterruptedException {
    var replies = new Replies<>(parser);
    ChannelFuture connected =
        new Bootstrap()
            .group(DriverLoop.threads())
            .channel(DriverLoop.channelType())
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(replies)
            .connect(InetAddress.getLoopbackAddress(), port)
            .await();
    if (!connected.isSuccess()) {
      throw new IOException(connected.cause());
    }
    return new PipelinedWire<>(connected.channel(), replies);
  }

  /** Sends one request. */
  CompletableFuture<R> send(Output request) {
    return send(request, 1).thenApply(List::getFirst);
  }

  /** Sends several requests at once; completes with all their replies. */
  CompletableFuture<List<R>> send(Output requests, int count) {
    var call = new Call<R>(count);
    outbox.add(requests, () -> replies.waiting.add(call));
    if (!channel.isActive()) {
      replies.fail(new EOFException("the connection is broken"));
    }
    return call.answer;
  }

  /** Sends one request and waits for its reply. Not on the thread of the connection. */
  R call(Output request) throws IOException, InterruptedException {
    return await(send(request));
  }

  /** Waits for what was sent. */
  static <T> T await(CompletableFuture<T> sent) throws IOException, InterruptedException {
    try {
      return sent.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  @Override
  public void close() {
    var _ = channel.close().syncUninterruptibly();
  }

  /** Requests that were sent together. */
  private static final class Call<R> {
    final CompletableFuture<List<R>> answer = new CompletableFuture<>();
    private final int count;
    private final List<R> replies;

    Call(int count) {
      this.count = count;
      replies = new ArrayList<>(count);
    }

    /** Whether it was the last one. */
    boolean add(R reply) {
      replies.add(reply);
      return replies.size() == count;
    }
  }

  /** What comes in, for those who wait for it. */
  private static final class Replies<R> extends ChannelInboundHandlerAdapter {
    final Queue<Call<R>> waiting = new ConcurrentLinkedQueue<>();
    private final Input.Parser<R> parser;
    private final Input input = new Input();

    /** Runs when all replies that have come are with those who waited for them. */
    volatile Runnable onAnswered = () -> {};

    Replies(Input.Parser<R> parser) {
      this.parser = parser;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws IOException {
      var bytes = (ByteBuf) message;
      try {
        input.add(bytes);
      } finally {
        bytes.release();
      }
      for (R reply = input.tryRead(parser); reply != null; reply = input.tryRead(parser)) {
        take(reply);
      }
      onAnswered.run();
    }

    private void take(R reply) throws IOException {
      Call<R> first = waiting.peek();
      if (first == null) {
        throw new IOException("a reply that nobody waits for: " + reply);
      }
      if (first.add(reply)) {
        waiting.remove();
        first.answer.complete(first.replies);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      fail(new EOFException("the server closed the connection"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      fail(new IOException(cause));
      var _ = context.close();
    }

    void fail(IOException failure) {
      for (var call = waiting.poll(); call != null; call = waiting.poll()) {
        call.answer.completeExceptionally(failure);
      }
    }
  }
}
