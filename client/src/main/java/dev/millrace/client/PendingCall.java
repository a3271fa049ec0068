package dev.millrace.client;

import com.google.protobuf.MessageLite;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.UpdateReply;
import dev.millrace.api.v1.UpdateRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An update or a lease from its caller to its outcome, which it is the future of. After it was
 * handed to its connection only that one's thread changes it.
 */
final class PendingCall<R> extends CompletableFuture<R> {
  static final int NO_PLACE = -1;

  final MessageLite request;
  final int requestBytes;
  final int elements;
  final boolean isUpdate;

  /** Whether the server may keep it waiting. */
  final boolean waits;

  /** The request came with a number of its own. */
  final boolean hasOwnNumber;

  /** On the clock of {@link System#nanoTime}. */
  final long deadlineNanos;

  /** What it takes of the client's allowance. */
  int weight;

  /** Its number among the calls of the connection, in the order in which they were sent first. */
  long sequence;

  /** Its place among the calls under way. */
  int place = NO_PLACE;

  /** Whether a try that has no answer may have been executed. */
  boolean isUnsure;

  int refusals;

  /** When it is to be sent again. */
  long dueNanos;

  /** The one that was added before it. */
  @Nullable PendingCall<?> next;

  /** Who waits for the outcome. */
  private @Nullable Thread waiter;

  private PendingCall(
      MessageLite request,
      int elements,
      boolean isUpdate,
      boolean waits,
      boolean hasOwnNumber,
      long deadlineNanos) {
    this.request = request;
    this.requestBytes = request.getSerializedSize();
    this.elements = elements;
    this.isUpdate = isUpdate;
    this.waits = waits;
    this.hasOwnNumber = hasOwnNumber;
    this.deadlineNanos = deadlineNanos;
  }

  static PendingCall<UpdateReply> of(UpdateRequest request, long deadlineNanos) {
    return new PendingCall<>(
        request, request.getElementsCount(), true, false, request.hasRequest(), deadlineNanos);
  }

  static PendingCall<LeaseReply> of(LeaseRequest request, long deadlineNanos) {
    return new PendingCall<>(
        request, 0, false, request.hasWait(), request.hasRequest(), deadlineNanos);
  }

  /**
   * The caller's thread is going to wait, and is woken by the outcome. To be said before the call
   * is handed over: so it costs less than to wait for any future.
   */
  void expectWaiter() {
    waiter = Thread.currentThread();
  }

  /** Waits for the outcome. */
  R await() throws InterruptedException, ExecutionException {
    while (!isDone()) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return get();
  }

  /** Its outcome is a reply; false when it had an outcome before. */
  @SuppressWarnings("unchecked")
  boolean succeed(Object reply) {
    return complete((R) reply);
  }

  void fail(Problem problem) {
    completeExceptionally(Failures.exception(problem, isUnsure));
    wake();
  }

  void wake() {
    LockSupport.unpark(waiter);
  }
}
