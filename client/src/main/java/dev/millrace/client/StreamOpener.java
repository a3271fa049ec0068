package dev.millrace.client;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Opens streams to a server: over a line where one comes up, and else over gRPC, whose failure is
 * then the one that is told. So servers without lines, proxies and TLS are gRPC's, and whatever is
 * wrong is said in the same words.
 */
final class StreamOpener {
  /** What each step to a line may take, before gRPC is tried. */
  private static final Duration LINE_STEP_TIME = Duration.ofSeconds(3);

  private final Optional<LineAddress> line;
  private final Optional<Supplier<String>> token;
  private final ManagedChannel channel;
  private final CallOptions options;
  private final EventLoop loop;

  StreamOpener(
      String address,
      Credentials credentials,
      ManagedChannel channel,
      CallOptions options,
      EventLoop loop) {
    this.line = credentials.isTls() ? Optional.empty() : LineAddress.of(address);
    this.token = credentials.token();
    this.channel = channel;
    this.options = options;
    this.loop = loop;
  }

  /**
   * Opens a stream.
   *
   * @param use gets the stream before anything can be heard of it, and gets another one in its
   *     place when it turns out to have to be that; nothing has been sent over it then
   */
  void open(CallStream.Listener listener, Consumer<CallStream> use) {
    if (line.isPresent()) {
      var attempt =
          new LineTry(
              line.get(), token, loop, listener, new Outcome(listener, use), LINE_STEP_TIME);
      use.accept(attempt);
      attempt.start();
    } else {
      openGrpc(listener, use);
    }
  }

  private void openGrpc(CallStream.Listener listener, Consumer<CallStream> use) {
    // The pauses between tries are ours: the channel's own would come on top.
    channel.resetConnectBackoff();
    var stream = GrpcStream.of(channel, options, loop, listener);
    use.accept(stream);
    stream.start();
  }

  private final class Outcome implements LineTry.Outcome {
    private final CallStream.Listener listener;
    private final Consumer<CallStream> use;

    Outcome(CallStream.Listener listener, Consumer<CallStream> use) {
      this.listener = listener;
      this.use = use;
    }

    @Override
    public void opened(LineStream stream) {
      use.accept(stream);
      listener.ready(stream);
    }

    @Override
    public void notOpened() {
      openGrpc(listener, use);
    }
  }
}
