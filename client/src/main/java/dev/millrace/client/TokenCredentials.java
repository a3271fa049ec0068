package dev.millrace.client;

import io.grpc.CallCredentials;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.SecurityLevel;
import io.grpc.Status;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts a token into the metadata of a call, unless others could read it on the way. */
final class TokenCredentials extends CallCredentials {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final Supplier<String> token;

  TokenCredentials(Supplier<String> token) {
    this.token = token;
  }

  @Override
  public void applyRequestMetadata(RequestInfo call, Executor executor, MetadataApplier applier) {
    if (!isPrivate(call)) {
      applier.fail(
          Status.UNAUTHENTICATED.withDescription(
              "a token is not sent to another machine without TLS: name a CA, or ask for TLS"));
      return;
    }
    try {
      var metadata = new Metadata();
      metadata.put(AUTHORIZATION, authorization(token.get()));
      applier.apply(metadata);
    } catch (UncheckedIOException e) {
      applier.fail(Status.UNAUTHENTICATED.withDescription(e.getMessage()).withCause(e));
    }
  }

  private static boolean isPrivate(RequestInfo call) {
    if (call.getSecurityLevel() == SecurityLevel.PRIVACY_AND_INTEGRITY) {
      return true;
    }
    return isThisMachine(call.getTransportAttrs().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
  }

  /** Whether what is sent there without TLS can be read by nobody on the way. */
  static boolean isThisMachine(@Nullable SocketAddress address) {
    return address instanceof InetSocketAddress remote
        && remote.getAddress() != null
        && remote.getAddress().isLoopbackAddress();
  }

  /** The field in which a token goes. */
  static String authorization(String token) {
    return "Bearer " + token;
  }
}
