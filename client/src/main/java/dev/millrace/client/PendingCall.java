package dev.millrace.client;

import com.google.protobuf.MessageLite;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.Queue;
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
  final MessageLite request;
  final int requestBytes;

  /** Of an update. */
  final int elements;

  /** Of a lease. */
  final int tasksMax;

  final boolean isUpdate;

  /** Whether the server may keep it waiting, if it goes alone. */
  final boolean waits;

  /** The request came with a number of its own. */
  final boolean hasOwnNumber;

  /** On the clock of {@link System#nanoTime}. */
  final long deadlineNanos;

  /** What it takes of the client's allowance. */
  int weight;

  /** Where all its tasks go, if they may go in a run. */
  private @Nullable Queue fifoQueue;

  /** With which others it may go as one; null when with none. */
  @Nullable Likeness likeness;

  /** It went with others, and one of them failed. */
  private boolean wasToldApart;

  /** The one that was added before it. */
  @Nullable PendingCall<?> next;

  /** Who waits for the outcome. */
  private @Nullable Thread waiter;

  private PendingCall(
      MessageLite request,
      int elements,
      int tasksMax,
      boolean isUpdate,
      boolean waits,
      boolean hasOwnNumber,
      long deadlineNanos) {
    this.request = request;
    this.requestBytes = request.getSerializedSize();
    this.elements = elements;
    this.tasksMax = tasksMax;
    this.isUpdate = isUpdate;
    this.waits = waits;
    this.hasOwnNumber = hasOwnNumber;
    this.deadlineNanos = deadlineNanos;
  }

  static PendingCall<UpdateReply> of(UpdateRequest request, long deadlineNanos) {
    return new PendingCall<>(
        request, request.getElementsCount(), 0, true, false, request.hasRequest(), deadlineNanos);
  }

  static PendingCall<LeaseReply> of(LeaseRequest request, long deadlineNanos) {
    return new PendingCall<>(
        request,
        0,
        tasksMax(request),
        false,
        request.hasWait(),
        request.hasRequest(),
        deadlineNanos);
  }

  /** 0 means 1; what is over all limits is refused by the server, alone. */
  private static int tasksMax(LeaseRequest request) {
    int tasks = request.getMaxTasks();
    return tasks == 0 ? 1 : tasks < 0 ? Integer.MAX_VALUE : tasks;
  }

  /**
   * The caller's thread is going to wait, and is woken by the outcome. To be said before the call
   * is handed over: so it costs less than to wait for any future.
   */
  void expectWaiter() {
    waiter = Thread.currentThread();
    mayGoWithOthers();
  }

  /** Whether it is overtaken is all the same. To be said before the call is handed over. */
  void mayGoWithOthers() {
    likeness =
        switch (request) {
          case UpdateRequest update -> Likeness.of(update);
          case LeaseRequest lease -> Likeness.of(lease);
          default -> null;
        };
    fifoQueue =
        likeness != null && request instanceof UpdateRequest update
            ? FifoRun.queueOf(update)
            : null;
  }

  /** It went with others, and one of them failed: it may go with others once more. */
  void toldApart(boolean isToBlame) {
    if (isToBlame || wasToldApart) {
      goesAlone();
    }
    wasToldApart = true;
  }

  /** Not with others, and just as its caller asked. */
  void goesAlone() {
    likeness = null;
    fifoQueue = null;
  }

  @Nullable Queue fifoQueue() {
    return fifoQueue;
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

  /**
   * @param isUnsure whether it may have been executed
   */
  void fail(Problem problem, boolean isUnsure) {
    completeExceptionally(Failures.exception(problem, isUnsure));
    wake();
  }

  void wake() {
    LockSupport.unpark(waiter);
  }
}
