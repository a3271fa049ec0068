package dev.millrace.node.wire;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Notes where each call comes from, for {@link Caller}. A call from within this process says for
 * whom it is made, in {@link #ON_BEHALF}; one from outside can't.
 */
final class CallerAddress implements ServerInterceptor {
  /** The address that another door of this node has the call from. */
  static final Metadata.Key<String> ON_BEHALF =
      Metadata.Key.of("millrace-address", Metadata.ASCII_STRING_MARSHALLER);

  private static final String UNKNOWN = "unknown";
  private static final Context.Key<String> ADDRESS = Context.keyWithDefault("address", UNKNOWN);

  @Override
  public <Q, R> Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    String address =
        address(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR), headers.get(ON_BEHALF));
    return Contexts.interceptCall(
        Connections.with(Context.current().withValue(ADDRESS, address), call), call, headers, next);
  }

  private static String address(@Nullable SocketAddress remote, @Nullable String onBehalf) {
    boolean isOutside = remote == null || remote instanceof InetSocketAddress;
    return isOutside || onBehalf == null ? text(remote) : onBehalf;
  }

  static String text(@Nullable SocketAddress address) {
    return switch (address) {
      case null -> UNKNOWN;
      case InetSocketAddress inet when inet.getAddress() instanceof Inet6Address host ->
          "[" + host.getHostAddress() + "]:" + inet.getPort();
      case InetSocketAddress inet when inet.getAddress() != null ->
          inet.getAddress().getHostAddress() + ":" + inet.getPort();
      default -> address.toString();
    };
  }

  static String of(Context context) {
    return ADDRESS.get(context);
  }
}
