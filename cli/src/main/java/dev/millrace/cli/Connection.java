package dev.millrace.cli;

import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.MillraceGrpc.MillraceBlockingStub;
import dev.millrace.client.Credentials;
import io.grpc.CallCredentials;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A channel to the server. Every call has a deadline, and fails with a {@link Failure}. */
final class Connection implements AutoCloseable {
  /** The largest message of the protocol, with room for what is around it. */
  private static final int MESSAGE_BYTES_MAX = 20 << 20;

  private final ServerAddress server;
  private final Credentials credentials;
  private final Duration timeout;
  private final ManagedChannel channel;
  private final Optional<CallCredentials> callCredentials;

  private Connection(
      ServerAddress server, Credentials credentials, Duration timeout, ManagedChannel channel) {
    this.server = server;
    this.credentials = credentials;
    this.timeout = timeout;
    this.channel = channel;
    this.callCredentials = credentials.forCalls();
  }

  /** Opens a channel; nothing is sent before the first call. */
  static Connection to(ServerAddress server, Credentials credentials, Duration timeout) {
    LibraryLog.silence();
    try {
      var channel =
          Grpc.newChannelBuilderForAddress(server.host(), server.port(), credentials.forChannel())
              .maxInboundMessageSize(MESSAGE_BYTES_MAX)
              .build();
      return new Connection(server, credentials, timeout, channel);
    } catch (UncheckedIOException | IllegalArgumentException e) {
      throw Failure.usage(String.valueOf(e.getMessage()));
    }
  }

  /** A call that only looks: without a reply, nothing happened. */
  <T> T read(Function<MillraceBlockingStub, T> call) {
    try {
      return call.apply(stub(timeout));
    } catch (StatusRuntimeException e) {
      throw explained(e, new StatusAdapter(server).failedRead(e));
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
      throw explained(e, new StatusAdapter(server).failedChange(e));
    }
  }

  /** A connection that breaks at once may be one that the server expected to be TLS. */
  private Failure explained(StatusRuntimeException e, Failure failure) {
    boolean isPossible = !credentials.isTls() && e.getStatus().getCode() == Code.UNAVAILABLE;
    return isPossible && TlsProbe.speaksTls(server)
        ? new StatusAdapter(server).speaksTls(e)
        : failure;
  }

  private MillraceBlockingStub stub(Duration deadline) {
    var stub =
        MillraceGrpc.newBlockingStub(channel)
            .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
    return callCredentials.map(stub::withCallCredentials).orElse(stub);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
