package dev.millrace.node.wire;

import dev.millrace.node.CommandPath;
import dev.millrace.node.access.Access.Proof;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.ServerCall;
import io.grpc.ServerTransportFilter;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Makes each connection a client of the node, for the calls that come over it without a stream. It
 * is forgotten with the connection.
 */
public final class Connections extends ServerTransportFilter {
  private static final Attributes.Key<CommandPath> OF_CONNECTION =
      Attributes.Key.create("path of the connection");

  /** Whom the certificate of the connection names. */
  static final Attributes.Key<Proof> CERTIFICATE = Attributes.Key.create("certificate");

  private static final Context.Key<CommandPath> OF_CALL = Context.key("path of the call");

  private final CommandPath path;
  private final AtomicLong open = new AtomicLong();

  public Connections(CommandPath path) {
    this.path = path;
  }

  /** How many are open now. */
  public long open() {
    return open.get();
  }

  @Override
  public Attributes transportReady(Attributes attributes) {
    String address = CallerAddress.text(attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    open.incrementAndGet();
    Attributes.Builder more = attributes.toBuilder().set(OF_CONNECTION, path.forClient(address));
    Proof certificate = CertificateNames.of(attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION));
    return certificate == null ? more.build() : more.set(CERTIFICATE, certificate).build();
  }

  @Override
  public void transportTerminated(Attributes attributes) {
    if (attributes != null && attributes.get(OF_CONNECTION) != null) {
      open.decrementAndGet();
    }
  }

  /** The context with the connection over which the call comes, if the server knows it. */
  static Context with(Context context, ServerCall<?, ?> call) {
    CommandPath connection = call.getAttributes().get(OF_CONNECTION);
    return connection == null ? context : context.withValue(OF_CALL, connection);
  }

  static @Nullable CommandPath of(Context context) {
    return OF_CALL.get(context);
  }
}
