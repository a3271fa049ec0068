package dev.millrace.client;

import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The calls of one connection: which are sent next, and what becomes of them. It decides only; time
 * is given to it, and it is used by one thread at a time.
 *
 * <p><b>Repeating.</b> A call that was refused because of the moment is sent again later, if the
 * budget allows it. When the connection breaks, calls without a reply are sent again on the next
 * one, with the number that they had; updates without a number have an unknown outcome then. That
 * isn't counted against the budget: it happens once for each connection, and those are spaced out.
 *
 * <p><b>Deadlines.</b> A call whose time is over gets its outcome then. If it was sent it keeps its
 * place, and its part of the allowance, until its reply comes or the connection breaks: so what is
 * kept in memory stays bounded when nobody answers.
 */
final class CallFlow {
  static final long NEVER = Long.MAX_VALUE;
  static final int MESSAGE_CALLS_MAX = 1_000;
  static final int MESSAGE_ELEMENTS_MAX = 50_000;
  static final int MESSAGE_BYTES_MAX = 1 << 20;

  /**
   * Leases that may wait at the server at once; it takes no more calls from a stream that has 1,024
   * under way.
   */
  static final int WAITS_MAX = 768;

  private final boolean isNumbering;
  private final RetryBudget budget;
  private final Backoff backoff;
  private final Outcomes outcomes;

  private final ArrayDeque<PendingCall<?>> ready = new ArrayDeque<>();
  private final ArrayDeque<PendingCall<?>> heldBack = new ArrayDeque<>();
  private final PriorityQueue<PendingCall<?>> later =
      new PriorityQueue<>(Comparator.comparingLong(call -> call.dueNanos));
  private final UnderWay underWay = new UnderWay();
  private int waits;
  private long lastSequence;
  private final Settlement settlement = new Settlement();
  private final AtomicLong retries = new AtomicLong();

  /** No call has an earlier one. */
  private long earliestDeadline = NEVER;

  /** What else follows from the end of a call. */
  interface Outcomes {
    /** The call is not kept any more. */
    void freed(PendingCall<?> call);

    /** Tasks came for somebody who has gone. */
    void unwanted(LeaseReply reply);
  }

  /**
   * @param isNumbering whether calls get a number under which the server recognises them
   */
  CallFlow(boolean isNumbering, RetryBudget budget, Backoff backoff, Outcomes outcomes) {
    this.isNumbering = isNumbering;
    this.budget = budget;
    this.backoff = backoff;
    this.outcomes = outcomes;
  }

  void add(PendingCall<?> call) {
    budget.onCall();
    earliestDeadline = Math.min(earliestDeadline, call.deadlineNanos);
    ready.add(call);
  }

  boolean hasReady() {
    return !ready.isEmpty();
  }

  /** Whether there is anything for which a connection is needed. */
  boolean needsConnection() {
    return !ready.isEmpty() || !heldBack.isEmpty();
  }

  /** The calls of the next message, which count as sent; none when none is ready. */
  List<PendingCall<?>> takeMessage() {
    List<PendingCall<?>> message = new ArrayList<>(Math.min(ready.size(), MESSAGE_CALLS_MAX));
    long bytes = 0;
    long elements = 0;
    for (PendingCall<?> call = ready.peek(); call != null; call = ready.peek()) {
      bytes += call.requestBytes;
      elements += call.elements;
      boolean isOver =
          message.size() == MESSAGE_CALLS_MAX
              || bytes > MESSAGE_BYTES_MAX
              || elements > MESSAGE_ELEMENTS_MAX;
      if (isOver && !message.isEmpty()) {
        break;
      }
      ready.remove();
      if (call.isDone()) {
        free(call);
      } else if (call.waits && waits == WAITS_MAX) {
        heldBack.add(call);
      } else {
        send(call);
        message.add(call);
      }
    }
    return message;
  }

  private void send(PendingCall<?> call) {
    if (call.sequence == 0) {
      call.sequence = ++lastSequence;
    }
    underWay.put(call);
    waits += call.waits ? 1 : 0;
  }

  /** Whether a call goes with a number from here. */
  boolean isNumbered(PendingCall<?> call) {
    return isNumbering && !call.hasOwnNumber;
  }

  /** Calls up to this number won't be sent again. */
  long settled() {
    return settlement.upTo();
  }

  void replied(CallReply reply, long nowNanos) {
    PendingCall<?> call = underWay.take(reply.getNumber());
    if (call == null) {
      return;
    }
    if (call.waits) {
      endWait();
    }
    switch (reply.getKindCase()) {
      case UPDATE -> succeed(call, reply.getUpdate());
      case LEASE -> succeed(call, reply.getLease());
      case PROBLEM -> failOrRetry(call, reply.getProblem(), nowNanos);
      case KIND_NOT_SET -> end(call, Failures.problem(ErrorCode.INTERNAL, "an empty reply came"));
    }
  }

  private void endWait() {
    waits--;
    PendingCall<?> held = heldBack.poll();
    if (held != null) {
      ready.add(held);
    }
  }

  private void free(PendingCall<?> call) {
    settle(call);
    outcomes.freed(call);
  }

  private void settle(PendingCall<?> call) {
    if (call.sequence != 0) {
      settlement.end(call.sequence);
    }
  }

  private void succeed(PendingCall<?> call, Object reply) {
    free(call);
    if (call.succeed(reply)) {
      call.wake();
    } else if (reply instanceof LeaseReply granted && granted.getTasksCount() > 0) {
      outcomes.unwanted(granted);
    }
  }

  private void end(PendingCall<?> call, Problem problem) {
    free(call);
    call.fail(problem);
  }

  private void failOrRetry(PendingCall<?> call, Problem problem, long nowNanos) {
    if (problem.getCode() == ErrorCode.OUTCOME_UNKNOWN) {
      call.isUnsure = true;
    }
    if (call.isDone() || !isRepeatable(call, problem.getCode())) {
      end(call, problem);
      return;
    }
    call.refusals++;
    long asked = problem.hasRetryAfter() ? Times.nanos(Times.of(problem.getRetryAfter())) : 0;
    long due = nowNanos + backoff.retryNanos(call.refusals, asked);
    if (due - call.deadlineNanos >= 0 || !budget.takeRetry()) {
      end(call, problem);
      return;
    }
    if (problem.getCode() == ErrorCode.REQUEST_TOO_OLD) {
      settle(call);
      call.sequence = 0;
    }
    retries.incrementAndGet();
    call.dueNanos = due;
    later.add(call);
  }

  private boolean isRepeatable(PendingCall<?> call, ErrorCode code) {
    return switch (code) {
      case OVERLOADED, STOPPING -> true;
      case OUTCOME_UNKNOWN -> isRepeatable(call);
      // It was overtaken by many that were sent after it, and never executed.
      case REQUEST_TOO_OLD -> isNumbered(call) && !call.isUnsure;
      default -> false;
    };
  }

  /** Whether a call whose outcome is unknown may be sent again. */
  private boolean isRepeatable(PendingCall<?> call) {
    // What a lease without a number was granted comes back when it expires.
    return isNumbering || call.hasOwnNumber || !call.isUpdate;
  }

  /** The connection has gone, and with it all replies that have not come. */
  void broken(Problem problem) {
    List<PendingCall<?>> lost = underWay.takeAll();
    waits = 0;
    for (PendingCall<?> call : lost.reversed()) {
      call.isUnsure = true;
      if (call.isDone() || !isRepeatable(call)) {
        end(call, Failures.problem(ErrorCode.OUTCOME_UNKNOWN, problem.getMessage()));
      } else {
        retries.incrementAndGet();
        ready.addFirst(call);
      }
    }
    ready.addAll(heldBack);
    heldBack.clear();
  }

  /** When {@link #tick} has something to do; {@link #NEVER} for never. */
  long nextWakeNanos() {
    PendingCall<?> next = later.peek();
    return next == null ? earliestDeadline : Math.min(earliestDeadline, next.dueNanos);
  }

  /** Does what time has made due. */
  void tick(long nowNanos) {
    while (!later.isEmpty() && later.peek().dueNanos - nowNanos <= 0) {
      ready.add(later.remove());
    }
    if (earliestDeadline != NEVER && earliestDeadline - nowNanos <= 0) {
      expire(nowNanos);
    }
  }

  private void expire(long nowNanos) {
    earliestDeadline = NEVER;
    expireUnsent(ready.iterator(), nowNanos);
    expireUnsent(heldBack.iterator(), nowNanos);
    expireUnsent(later.iterator(), nowNanos);
    for (PendingCall<?> call : underWay.inOrder()) {
      if (!isOver(call, nowNanos)) {
        continue;
      }
      call.isUnsure = true;
      call.fail(Failures.problem(ErrorCode.DEADLINE_PASSED, "no answer came in time"));
    }
  }

  private void expireUnsent(Iterator<PendingCall<?>> unsent, long nowNanos) {
    while (unsent.hasNext()) {
      PendingCall<?> call = unsent.next();
      if (isOver(call, nowNanos)) {
        unsent.remove();
        end(
            call,
            Failures.problem(ErrorCode.DEADLINE_PASSED, "the call could not be sent in time"));
      }
    }
  }

  private boolean isOver(PendingCall<?> call, long nowNanos) {
    if (call.isDone() || call.deadlineNanos - nowNanos <= 0) {
      return true;
    }
    earliestDeadline = Math.min(earliestDeadline, call.deadlineNanos);
    return false;
  }

  /** Whether nobody waits for anything but for tasks to come. */
  boolean isQuiet() {
    return ready.isEmpty()
        && later.isEmpty()
        && underWay.inOrder().stream().allMatch(call -> call.waits || call.isDone());
  }

  /** Gives all up. */
  void close() {
    refuse(Failures.problem(ErrorCode.STOPPING, "the client was closed"), true);
  }

  /**
   * Gives all up for a reason.
   *
   * @param isUnsure whether what was sent may have been executed
   */
  void refuse(Problem problem, boolean isUnsure) {
    for (PendingCall<?> call : underWay.takeAll()) {
      call.isUnsure |= isUnsure;
      end(call, problem);
    }
    waits = 0;
    List.of(ready, heldBack, later)
        .forEach(
            unsent -> {
              unsent.forEach(call -> end(call, problem));
              unsent.clear();
            });
  }

  /** How often a call was sent again. Any thread may ask. */
  long retries() {
    return retries.get();
  }

  int underWay() {
    return underWay.size();
  }
}
