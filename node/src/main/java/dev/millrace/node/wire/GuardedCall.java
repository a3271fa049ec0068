package dev.millrace.node.wire;

import dev.millrace.node.access.Access.Proof;
import dev.millrace.node.access.Principal;
import dev.millrace.queue.Problem;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;

/** A call of a principal, which can be ended while the service still works on it. */
final class GuardedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
  private final Gate gate;
  private final Proof proof;
  private final Principal principal;

  // Guarded by this.
  private boolean isOver;
  private @Nullable Listener<Q> listener;

  GuardedCall(ServerCall<Q, R> call, Gate gate, Proof proof, Principal principal) {
    super(call);
    this.gate = gate;
    this.proof = proof;
    this.principal = principal;
  }

  Proof proof() {
    return proof;
  }

  Principal principal() {
    return principal;
  }

  @Override
  public synchronized void sendHeaders(Metadata headers) {
    if (!isOver) {
      super.sendHeaders(headers);
    }
  }

  @Override
  public synchronized void sendMessage(R message) {
    if (!isOver) {
      super.sendMessage(message);
    }
  }

  @Override
  public synchronized void close(Status status, Metadata trailers) {
    if (!isOver) {
      isOver = true;
      super.close(status, trailers);
    }
  }

  /** Ends it with a problem; to the service its caller has gone. */
  void end(Problem problem) {
    Listener<Q> informed;
    synchronized (this) {
      if (isOver) {
        return;
      }
      isOver = true;
      informed = listener;
    }
    gate.remove(this);
    if (informed != null) {
      // Before the call is closed, which the service would take for the delivery of its reply.
      informed.onCancel();
    }
    StatusRuntimeException failure = ProblemAdapter.exception(problem);
    Metadata trailers = failure.getTrailers();
    delegate().close(failure.getStatus(), trailers == null ? new Metadata() : trailers);
  }

  /** What the service hears of it. */
  Listener<Q> listening(Listener<Q> service) {
    boolean isTooLate;
    synchronized (this) {
      listener = service;
      isTooLate = isOver;
    }
    if (isTooLate) {
      service.onCancel();
    }
    return new SimpleForwardingServerCallListener<>(service) {
      @Override
      public void onCancel() {
        gate.remove(GuardedCall.this);
        super.onCancel();
      }

      @Override
      public void onComplete() {
        gate.remove(GuardedCall.this);
        super.onComplete();
      }
    };
  }
}
