package dev.millrace.client;

import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Problem;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A call on its own, outside of the stream. One that may be executed twice is repeated until its
 * deadline, with pauses that grow.
 */
final class UnaryCall<Q, R> implements StreamObserver<R> {
  private final Connection connection;
  private final Backoff backoff;
  private final MethodDescriptor<Q, R> method;
  private final Q request;
  private final boolean isRepeatable;
  private final long deadlineNanos;
  private final CompletableFuture<R> outcome = new CompletableFuture<>();

  /** One try follows the other. */
  private volatile int tries;

  UnaryCall(
      Connection connection,
      Backoff backoff,
      MethodDescriptor<Q, R> method,
      Q request,
      boolean isRepeatable,
      long deadlineNanos) {
    this.connection = connection;
    this.backoff = backoff;
    this.method = method;
    this.request = request;
    this.isRepeatable = isRepeatable;
    this.deadlineNanos = deadlineNanos;
  }

  CompletableFuture<R> start() {
    attempt();
    return outcome;
  }

  private void attempt() {
    long left = deadlineNanos - System.nanoTime();
    var options = connection.options().withDeadlineAfter(left, TimeUnit.NANOSECONDS);
    ClientCalls.asyncUnaryCall(connection.channel().newCall(method, options), request, this);
  }

  @Override
  public void onNext(R reply) {
    outcome.complete(reply);
  }

  @Override
  public void onCompleted() {
    // The reply has come before.
  }

  @Override
  public void onError(Throwable cause) {
    Problem problem =
        Failures.problem(Status.fromThrowable(cause), Status.trailersFromThrowable(cause));
    int failed = tries + 1;
    tries = failed;
    long asked = problem.hasRetryAfter() ? Times.nanos(Times.of(problem.getRetryAfter())) : 0;
    long pause = backoff.retryNanos(failed, asked);
    if (isRepeatable
        && isPassing(problem.getCode())
        && !outcome.isDone()
        && System.nanoTime() + pause - deadlineNanos < 0) {
      var _ = connection.loop().schedule(this::attempt, pause, TimeUnit.NANOSECONDS);
    } else {
      outcome.completeExceptionally(Failures.exception(problem, false));
    }
  }

  private static boolean isPassing(ErrorCode code) {
    return switch (code) {
      case OVERLOADED, STOPPING, OUTCOME_UNKNOWN -> true;
      default -> false;
    };
  }
}
