package dev.millrace.node.wire;

import dev.millrace.http.HttpServer;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.inprocess.InProcessSocketAddress;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Notes where each call comes from, and in which trace, for {@link Caller}. A call from within this
 * process says for whom it is made; one from outside can't.
 */
final class CallerAddress implements ServerInterceptor {
  private static final String UNKNOWN = "unknown";
  private static final Context.Key<String> ADDRESS = Context.keyWithDefault("address", UNKNOWN);

  @Override
  public <Q, R> Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    String address = address(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR), headers);
    return Contexts.interceptCall(
        TraceHeaders.with(
            Connections.with(Context.current().withValue(ADDRESS, address), call), headers),
        call,
        headers,
        next);
  }

  /** A call inside of the process is made for somebody outside of it, who is named in it. */
  private static String address(@Nullable SocketAddress address, Metadata headers) {
    String asker = headers.get(HttpServer.ASKER_ADDRESS);
    return address instanceof InProcessSocketAddress && asker != null ? asker : text(address);
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
