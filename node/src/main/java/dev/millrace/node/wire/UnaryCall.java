package dev.millrace.node.wire;

import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Pending;
import dev.millrace.queue.Problem;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call with one reply. What it hands out is given back unless the reply left whole. */
final class UnaryCall<R> implements Recipient<R> {
  private final CommandPath path;
  private final ServerCallStreamObserver<R> observer;

  // Guarded by this.
  private boolean hasOutcome;
  private boolean isCancelled;
  private Grants undelivered = Grants.NONE;
  private @Nullable Pending running;
  private Consumer<String> onOutcome = _ -> {};

  private UnaryCall(CommandPath path, ServerCallStreamObserver<R> observer) {
    this.path = path;
    this.observer = observer;
  }

  static <R> UnaryCall<R> of(CommandPath path, StreamObserver<R> observer) {
    UnaryCall<R> call = new UnaryCall<>(path, (ServerCallStreamObserver<R>) observer);
    call.observer.setOnCancelHandler(call::cancelled);
    call.observer.setOnCloseHandler(call::delivered);
    return call;
  }

  /** Notes what to cancel when the caller goes. */
  void runs(Pending pending) {
    boolean tooLate;
    synchronized (this) {
      running = pending;
      tooLate = isCancelled;
    }
    if (tooLate) {
      pending.cancel();
    }
  }

  /**
   * Tells somebody the outcome, also when the caller has gone: that it is done, or an error code.
   */
  synchronized void tellOutcome(Consumer<String> to) {
    onOutcome = to;
  }

  private synchronized Consumer<String> takeOnOutcome() {
    Consumer<String> taken = onOutcome;
    onOutcome = _ -> {};
    return taken;
  }

  @Override
  public void reply(R reply, Grants grants) {
    takeOnOutcome().accept("done");
    boolean isFirst;
    synchronized (this) {
      isFirst = !hasOutcome && !isCancelled;
      hasOutcome = true;
      if (isFirst) {
        undelivered = grants;
      }
    }
    if (isFirst) {
      observer.onNext(reply);
      observer.onCompleted();
    } else {
      grants.giveBack(path);
    }
  }

  @Override
  public void problem(Problem problem) {
    takeOnOutcome().accept(problem.code().name());
    synchronized (this) {
      if (hasOutcome || isCancelled) {
        return;
      }
      hasOutcome = true;
    }
    observer.onError(ProblemAdapter.exception(problem));
  }

  private void cancelled() {
    Grants lost;
    Pending pending;
    synchronized (this) {
      isCancelled = true;
      lost = undelivered;
      undelivered = Grants.NONE;
      pending = running;
      running = null;
    }
    lost.giveBack(path);
    if (pending != null) {
      pending.cancel();
    }
  }

  private synchronized void delivered() {
    undelivered = Grants.NONE;
    running = null;
  }
}
