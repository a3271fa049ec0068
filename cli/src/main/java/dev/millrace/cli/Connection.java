package dev.millrace.cli;

import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.MillraceGrpc.MillraceBlockingStub;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A channel to the server. Every call has a deadline, and fails with a {@link Failure}. */
final class Connection implements AutoCloseable {
  /** The largest message of the protocol, with room for what is around it. */
  private static final int MESSAGE_BYTES_MAX = 20 << 20;

  private final ServerAddress server;
  private final Duration timeout;
  private final ManagedChannel channel;

  private Connection(ServerAddress server, Duration timeout, ManagedChannel channel) {
    this.server = server;
    this.timeout = timeout;
    this.channel = channel;
  }

  /** Opens a channel; nothing is sent before the first call. */
  static Connection to(ServerAddress server, Duration timeout) {
    LibraryLog.silence();
    var channel =
        Grpc.newChannelBuilderForAddress(
                server.host(), server.port(), InsecureChannelCredentials.create())
            .maxInboundMessageSize(MESSAGE_BYTES_MAX)
            .build();
    return new Connection(server, timeout, channel);
  }

  /** A call that only looks: without a reply, nothing happened. */
  <T> T read(Function<MillraceBlockingStub, T> call) {
    try {
      return call.apply(stub(timeout));
    } catch (StatusRuntimeException e) {
      throw new StatusAdapter(server).failedRead(e);
    }
  }

  /** A call that changes something: without a reply, it may have happened. */
  <T> T change(Function<MillraceBlockingStub, T> call) {
    return change(Duration.ZERO, call);
  }

  /** A change for which the server may wait a while first. */
  <T> T change(Duration wait, Function<MillraceBlockingStub, T> call) {
    try {
      return call.apply(stub(timeout.plus(wait)));
    } catch (StatusRuntimeException e) {
      // Whoever repeats the call decides when; the channel's own pauses grow to minutes.
      channel.resetConnectBackoff();
      throw new StatusAdapter(server).failedChange(e);
    }
  }

  private MillraceBlockingStub stub(Duration deadline) {
    return MillraceGrpc.newBlockingStub(channel)
        .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
