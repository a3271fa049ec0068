package dev.millrace.bench.peers;

import com.google.protobuf.ByteString;
import dev.millrace.bench.load.Session;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
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
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** A channel to the bare server, with one stream whose messages carry what all callers ask. */
final class BareLink implements Link {
  private static final int MESSAGE_BYTES_MAX = 64 << 20;

  private final boolean echo;
  private final ManagedChannel channel;
  private final SendLoop sender;
  private final Queue<CompletableFuture<Boolean>> waiting = new ConcurrentLinkedQueue<>();

  private BareLink(int port, boolean echo) {
    this.echo = echo;
    channel =
        NettyChannelBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .usePlaintext()
            .directExecutor()
            .flowControlWindow(MESSAGE_BYTES_MAX)
            .build();
    var requests =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(Bare.APPEND, CallOptions.DEFAULT), new Answers());
    sender =
        new SendLoop("bare-send", (bytes, length) -> requests.onNext(Arrays.copyOf(bytes, length)));
  }

  static BareLink open(int port, boolean echo) throws IOException {
    var link = new BareLink(port, echo);
    try {
      link.echo(new byte[1]);
    } catch (IOException e) {
      link.close();
      throw e;
    }
    return link;
  }

  private void echo(byte[] data) throws IOException {
    try {
      ClientCalls.blockingUnaryCall(channel, Bare.ECHO, CallOptions.DEFAULT, data);
    } catch (StatusRuntimeException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void prepare(List<String> queues) {
    // There are none.
  }

  @Override
  public Session session() {
    sender.addCaller();
    return echo ? new EchoSession() : new AppendSession();
  }

  @Override
  public void close() {
    sender.close();
    channel.shutdownNow();
  }

  /** Tells those who wait, in order. */
  private final class Answers implements StreamObserver<byte[]> {
    @Override
    public void onNext(byte[] answer) {
      int stored = ByteBuffer.wrap(answer).getInt();
      for (int i = 0; i < stored; i++) {
        waiting.remove().complete(true);
      }
    }

    @Override
    public void onError(Throwable failure) {
      for (var one = waiting.poll(); one != null; one = waiting.poll()) {
        one.completeExceptionally(failure);
      }
    }

    @Override
    public void onCompleted() {
      onError(new IOException("the server closed the stream"));
    }
  }

  private final class AppendSession implements Session {
    @Override
    public void enqueue(String queue, byte[] data, int tasks)
        throws IOException, InterruptedException {
      var request = new Output(4 + tasks * data.length).int32(tasks * data.length);
      for (int i = 0; i < tasks; i++) {
        request.bytes(data);
      }
      var stored = new CompletableFuture<Boolean>();
      sender.add(request, () -> waiting.add(stored));
      try {
        stored.get();
      } catch (ExecutionException e) {
        throw new IOException(e);
      }
    }

    @Override
    public int leaseAndComplete(String queue, int tasksMax, Consumer<ByteString> worker) {
      throw new UnsupportedOperationException("a log has nothing to lease");
    }
  }

  private final class EchoSession implements Session {
    @Override
    public void enqueue(String queue, byte[] data, int tasks) throws IOException {
      echo(data);
    }

    @Override
    public int leaseAndComplete(String queue, int tasksMax, Consumer<ByteString> worker) {
      throw new UnsupportedOperationException("an echo has nothing to lease");
    }
  }
}
