package dev.millrace.node.wire;

import dev.millrace.node.access.Access.Finding;
import dev.millrace.node.access.Access.Proof;
import dev.millrace.node.access.Principal;
import dev.millrace.node.access.Token;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthGrpc;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who calls, by the token in the metadata or else by the certificate of the connection,
 * before anything of the call is read.
 */
final class Authentication implements ServerInterceptor {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private static final String SCHEME = "Bearer ";

  /** Whoever watches over nodes has no token, and learns no more than that one is up. */
  private static final String PUBLIC = HealthGrpc.getCheckMethod().getFullMethodName();

  private final Gate gate;

  Authentication(Gate gate) {
    this.gate = gate;
  }

  @Override
  public <Q, R> Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    String method = call.getMethodDescriptor().getFullMethodName();
    if (gate.isOpen() || method.equals(PUBLIC)) {
      return next.startCall(call, headers);
    }
    Proof proof = proof(call, headers);
    if (proof == null) {
      return refuse(call, "the call has no token (metadata `authorization: Bearer TOKEN`)", null);
    }
    return switch (gate.find(proof)) {
      case Finding.Unknown(var reason, var name) -> refuse(call, reason, name);
      case Finding.Known(var principal) -> let(call, headers, next, proof, principal);
    };
  }

  private <Q, R> Listener<Q> let(
      ServerCall<Q, R> call,
      Metadata headers,
      ServerCallHandler<Q, R> next,
      Proof proof,
      Principal principal) {
    GuardedCall<Q, R> guarded = new GuardedCall<>(call, gate, proof, principal);
    gate.add(guarded);
    Context context = Gate.with(Context.current(), principal);
    return guarded.listening(Contexts.interceptCall(context, guarded, headers, next));
  }

  private static @Nullable Proof proof(ServerCall<?, ?> call, Metadata headers) {
    Iterable<String> given = headers.getAll(AUTHORIZATION);
    if (given == null) {
      return call.getAttributes().get(Connections.CERTIFICATE);
    }
    Iterator<String> values = given.iterator();
    String value = values.next();
    // Of two, nobody knows which one another reader would take.
    return !values.hasNext() && value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? new Proof.OfToken(Token.hash(value.substring(SCHEME.length()).strip()))
        : null;
  }

  private <Q, R> Listener<Q> refuse(ServerCall<Q, R> call, String reason, @Nullable String name) {
    gate.audit()
        .refused(
            name,
            CallerAddress.of(Context.current()),
            call.getMethodDescriptor().getFullMethodName(),
            reason);
    StatusRuntimeException failure =
        ProblemAdapter.exception(new Problem(ErrorCode.UNAUTHENTICATED, reason));
    Metadata trailers = failure.getTrailers();
    call.close(failure.getStatus(), trailers == null ? new Metadata() : trailers);
    return new Listener<>() {};
  }
}
