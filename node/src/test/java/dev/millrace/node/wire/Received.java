package dev.millrace.node.wire;

import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a client of an asynchronous call received, to be waited for. */
final class Received<Q, R> implements ClientResponseObserver<Q, R> {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final boolean reads;

  // All guarded by this.
  private final List<R> replies = new ArrayList<>();
  private @Nullable ClientCallStreamObserver<Q> call;
  private @Nullable Throwable failure;
  private boolean isComplete;

  private Received(boolean reads) {
    this.reads = reads;
  }

  static <Q, R> Received<Q, R> create() {
    return new Received<>(true);
  }

  /** Reads nothing until {@link #read}. */
  static <Q, R> Received<Q, R> slow() {
    return new Received<>(false);
  }

  @Override
  public synchronized void beforeStart(ClientCallStreamObserver<Q> started) {
    call = started;
    if (!reads) {
      started.disableAutoRequestWithInitial(0);
    }
  }

  @Override
  public synchronized void onNext(R reply) {
    replies.add(reply);
    notifyAll();
  }

  @Override
  public synchronized void onError(Throwable cause) {
    failure = cause;
    notifyAll();
  }

  @Override
  public synchronized void onCompleted() {
    isComplete = true;
    notifyAll();
  }

  synchronized ClientCallStreamObserver<Q> call() {
    if (call == null) {
      throw new IllegalStateException("not started");
    }
    return call;
  }

  void read(int replies) {
    call().request(replies);
  }

  void cancel() {
    call().cancel("the test goes", null);
  }

  /** The replies, when so many have come. */
  synchronized List<R> await(int count) {
    await(() -> replies.size() >= count || failure != null, count + " replies");
    if (replies.size() < count) {
      throw new AssertionError("failed after " + replies.size() + " replies", failure);
    }
    return List.copyOf(replies);
  }

  /** The replies, when they are what is waited for. */
  synchronized List<R> awaitUntil(Predicate<List<R>> isEnough, String what) {
    await(() -> isEnough.test(replies) || failure != null, what);
    if (!isEnough.test(replies)) {
      throw new AssertionError("failed after " + replies.size() + " replies", failure);
    }
    return List.copyOf(replies);
  }

  /** All replies, when the call is complete. */
  synchronized List<R> awaitEnd() {
    await(() -> isComplete || failure != null, "the end");
    if (failure != null) {
      throw new AssertionError("failed", failure);
    }
    return List.copyOf(replies);
  }

  synchronized Throwable awaitFailure() {
    await(() -> failure != null || isComplete, "a failure");
    if (failure == null) {
      throw new AssertionError("complete");
    }
    return failure;
  }

  synchronized int count() {
    return replies.size();
  }

  private synchronized void await(BooleanSupplier happened, String what) {
    long until = System.nanoTime() + PATIENCE_NANOS;
    try {
      while (!happened.getAsBoolean()) {
        long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
        if (left <= 0) {
          throw new AssertionError(
              "waited in vain for %s; there are %d replies".formatted(what, replies.size()));
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
