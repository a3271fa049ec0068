package dev.millrace.bench.peers;

import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.IntConsumer;

/** gRPC over a log, without queues: what no server of this build can be faster than. */
final class BareServer {
  private static final int MESSAGE_BYTES_MAX = 64 << 20;

  private BareServer() {}

  /** Started as {@code BareServer PORT FILE}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    var log = BareLogLoop.start(Path.of(arguments[1]));
    var service =
        ServerServiceDefinition.builder(Bare.SERVICE)
            .addMethod(Bare.ECHO, ServerCalls.asyncUnaryCall(BareServer::echo))
            .addMethod(
                Bare.APPEND,
                ServerCalls.asyncBidiStreamingCall(answers -> new Appends(log, answers)))
            .build();
    var address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
    NettyServerBuilder.forAddress(address)
        .directExecutor()
        .maxInboundMessageSize(MESSAGE_BYTES_MAX)
        .flowControlWindow(MESSAGE_BYTES_MAX)
        .addService(service)
        .build()
        .start()
        .awaitTermination();
  }

  private static void echo(byte[] request, StreamObserver<byte[]> answer) {
    answer.onNext(request);
    answer.onCompleted();
  }

  /** One stream. Only the log answers it, so that answers don't meet. */
  private static final class Appends implements StreamObserver<byte[]> {
    private final BareLogLoop log;
    private final StreamObserver<byte[]> answers;
    private final IntConsumer stored;

    Appends(BareLogLoop log, StreamObserver<byte[]> answers) {
      this.log = log;
      this.answers = answers;
      stored = count -> answers.onNext(new Output(4).int32(count).toBytes());
    }

    @Override
    public void onNext(byte[] message) {
      var bytes = ByteBuffer.wrap(message);
      int requests = 0;
      while (bytes.hasRemaining()) {
        int length = bytes.getInt();
        bytes.position(bytes.position() + length);
        requests++;
      }
      log.add(new BareLogLoop.Entry(bytes.flip(), requests, stored));
    }

    @Override
    public void onError(Throwable failure) {
      // The client is gone.
    }

    @Override
    public void onCompleted() {
      answers.onCompleted();
    }
  }
}
