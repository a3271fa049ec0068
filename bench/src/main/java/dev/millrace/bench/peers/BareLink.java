package dev.millrace.bench.peers;

import com.google.protobuf.ByteString;
import dev.millrace.bench.load.Session;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** A channel to the bare server, with one stream whose messages carry what all callers ask. */
final class BareLink implements Link {
  private static final int MESSAGE_BYTES_MAX = 64 << 20;

  private final boolean echo;
  private final ManagedChannel channel;
  private final Outbox outbox;
  private final Queue<Append> waiting = new ConcurrentLinkedQueue<>();

  private BareLink(int port, boolean echo) {
    this.echo = echo;
    EventLoop loop = DriverLoop.threads().next();
    channel =
        NettyChannelBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .usePlaintext()
            .eventLoopGroup(loop)
            .channelType(DriverLoop.channelType())
            .directExecutor()
            .flowControlWindow(MESSAGE_BYTES_MAX)
            .build();
    var requests =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(Bare.APPEND, CallOptions.DEFAULT), new Answers());
    outbox = new Outbox(loop, (bytes, length) -> requests.onNext(Arrays.copyOf(bytes, length)));
  }

  static BareLink open(int port, boolean echo) throws IOException, InterruptedException {
    var link = new BareLink(port, echo);
    try {
      var _ = PipelinedWire.await(link.echo(new byte[1]));
    } catch (IOException e) {
      link.close();
      throw e;
    }
    return link;
  }

  private CompletableFuture<byte[]> echo(byte[] data) {
    var echo = new CompletableFuture<byte[]>();
    ClientCalls.asyncUnaryCall(
        channel.newCall(Bare.ECHO, CallOptions.DEFAULT), data, new Echo(echo));
    return echo;
  }

  @Override
  public void prepare(List<String> queues) {
    // There are none.
  }

  @Override
  public Session session() {
    return echo ? new EchoSession() : new AppendSession();
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  /** What was sent, and who waits for it. */
  private record Append(int tasks, CompletableFuture<Integer> answer) {
    void stored() {
      answer.complete(tasks);
    }
  }

  /** Tells those who wait, in order. */
  private final class Answers implements StreamObserver<byte[]> {
    @Override
    public void onNext(byte[] answer) {
      int stored = ByteBuffer.wrap(answer).getInt();
      for (int i = 0; i < stored; i++) {
        waiting.remove().stored();
      }
      outbox.send();
    }

    @Override
    public void onError(Throwable failure) {
      for (var one = waiting.poll(); one != null; one = waiting.poll()) {
        one.answer.completeExceptionally(failure);
      }
    }

    @Override
    public void onCompleted() {
      onError(new IOException("the server closed the stream"));
    }
  }

  /** The reply to one call. */
  private record Echo(CompletableFuture<byte[]> answer) implements StreamObserver<byte[]> {
    @Override
    public void onNext(byte[] data) {
      answer.complete(data);
    }

    @Override
    public void onError(Throwable failure) {
      answer.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      // It has come.
    }
  }

  private final class AppendSession implements Session {
    @Override
    public CompletableFuture<Integer> enqueue(String queue, byte[] data, int tasks) {
      var request = new Output(4 + tasks * data.length).int32(tasks * data.length);
      for (int i = 0; i < tasks; i++) {
        request.bytes(data);
      }
      var append = new Append(tasks, new CompletableFuture<>());
      outbox.add(request, () -> waiting.add(append));
      return append.answer;
    }

    @Override
    public CompletableFuture<Integer> leaseAndComplete(
        String queue, int tasksMax, Consumer<ByteString> worker) {
      throw new UnsupportedOperationException("a log has nothing to lease");
    }
  }

  private final class EchoSession implements Session {
    @Override
    public CompletableFuture<Integer> enqueue(String queue, byte[] data, int tasks) {
      return echo(data).thenApply(_ -> tasks);
    }

    @Override
    public CompletableFuture<Integer> leaseAndComplete(
        String queue, int tasksMax, Consumer<ByteString> worker) {
      throw new UnsupportedOperationException("an echo has nothing to lease");
    }
  }
}
