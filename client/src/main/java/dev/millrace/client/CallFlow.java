package dev.millrace.client;

import dev.millrace.api.v1.CallReply;
import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.Problem;
import dev.millrace.api.v1.UpdateReply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The calls of one connection: which are sent next, and what becomes of them. It decides only; time
 * is given to it, and it is used by one thread at a time.
 *
 * <p><b>Together.</b> Calls of callers that wait, and are alike, go to the server as one ({@link
 * Merging}); when that fails because of one of them, that one goes alone, and the others once more.
 *
 * <p><b>Repeating.</b> A call that was refused because of the moment is sent again later, if the
 * budget allows it. When the connection breaks, calls without a reply are sent again on the next
 * one, with the number that they had; updates without a number have an unknown outcome then. That
 * isn't counted against the budget: it happens once for each connection, and those are spaced out.
 *
 * <p><b>Deadlines.</b> The server is told how much time a call has left when it is sent, each time.
 * A call whose time is over gets its outcome then. If it was sent it keeps its place, and its part
 * of the allowance, until its reply comes or the connection breaks: so what is kept in memory stays
 * bounded when nobody answers.
 *
 * <p><b>Callers</b> that a reply gives their outcome may call again then: what they ask may be
 * added and taken before {@link #replied} returns. So a call that is answered is settled before its
 * first caller hears of it.
 */
final class CallFlow {
  static final long NEVER = Long.MAX_VALUE;

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
  private final Merging merging = new Merging();
  private final UnderWay underWay = new UnderWay();
  private final PriorityQueue<WireCall> later =
      new PriorityQueue<>(Comparator.comparingLong(call -> call.dueNanos));

  /** To be sent before all that was never sent. */
  private final ArrayDeque<WireCall> again = new ArrayDeque<>();

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
    return !ready.isEmpty() || !again.isEmpty();
  }

  /** Whether there is anything for which a connection is needed. */
  boolean needsConnection() {
    return hasReady() || !heldBack.isEmpty();
  }

  // ---- Sending

  /** The calls of the next message, which count as sent; none when none is ready. */
  List<WireCall> takeMessage() {
    List<WireCall> message = new ArrayList<>();
    var room = new MessageRoom();
    takeAgain(message, room);
    takeReady(message, room);
    message.addAll(merging.take());
    message.forEach(this::send);
    return message;
  }

  private void takeAgain(List<WireCall> message, MessageRoom room) {
    for (WireCall call = again.peek(); call != null && room.take(call); call = again.peek()) {
      again.remove();
      if (call.isDone()) {
        free(call);
      } else {
        message.add(call);
      }
    }
  }

  private void takeReady(List<WireCall> message, MessageRoom room) {
    long waiting = waits + message.stream().filter(call -> call.waits).count();
    for (PendingCall<?> call = ready.peek(); call != null && room.take(call); call = ready.peek()) {
      ready.remove();
      if (call.isDone()) {
        outcomes.freed(call);
      } else if (call.waits && waiting >= WAITS_MAX) {
        heldBack.add(call);
      } else {
        waiting += call.waits ? 1 : 0;
        take(call, message);
      }
    }
  }

  private void take(PendingCall<?> call, List<WireCall> message) {
    Likeness likeness = call.likeness;
    if (likeness == null) {
      message.add(new WireCall(call));
    } else {
      merging.add(call, likeness);
    }
  }

  private void send(WireCall call) {
    if (call.sequence == 0) {
      call.sequence = ++lastSequence;
    }
    underWay.put(call);
    waits += call.waits ? 1 : 0;
  }

  /** Whether a call goes with a number from here. */
  boolean isNumbered(WireCall call) {
    return isNumbering && !call.hasOwnNumber;
  }

  /** Calls up to this number won't be sent again. */
  long settled() {
    return settlement.upTo();
  }

  // ---- Outcomes

  void replied(CallReply reply, long nowNanos) {
    WireCall call = underWay.take(reply.getNumber());
    if (call == null) {
      return;
    }
    if (call.waits) {
      endWait();
    }
    switch (reply.getKindCase()) {
      case UPDATE -> updated(call, reply.getUpdate());
      case LEASE -> leased(call, reply.getLease());
      case PROBLEM -> failed(call, reply.getProblem(), nowNanos);
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

  private void updated(WireCall call, UpdateReply reply) {
    settle(call);
    if (!call.isChanged()) {
      succeed(call.callers.getFirst(), reply);
      return;
    }
    if (call.isShared()) {
      merging.succeeded();
    }
    List<UpdateReply> parts = ReplyParts.of(reply, call);
    for (int i = 0; i < parts.size(); i++) {
      succeed(call.callers.get(i), parts.get(i));
    }
  }

  private void leased(WireCall call, LeaseReply reply) {
    settle(call);
    if (!call.isShared()) {
      lease(call.callers.getFirst(), reply);
      return;
    }
    boolean mayHaveMore = ReplyParts.mayHaveMore(reply);
    List<LeaseReply> parts = ReplyParts.of(reply, call);
    for (int i = 0; i < parts.size(); i++) {
      PendingCall<?> caller = call.callers.get(i);
      boolean hasNone = parts.get(i).getTasksCount() == 0;
      if (hasNone && caller.waits) {
        caller.goesAlone();
        ready.add(caller);
      } else if (hasNone && mayHaveMore) {
        ready.add(caller);
      } else {
        lease(caller, parts.get(i));
      }
    }
  }

  private void lease(PendingCall<?> caller, LeaseReply reply) {
    if (!succeed(caller, reply) && reply.getTasksCount() > 0) {
      outcomes.unwanted(reply);
    }
  }

  private boolean succeed(PendingCall<?> caller, Object reply) {
    outcomes.freed(caller);
    boolean isWanted = caller.succeed(reply);
    if (isWanted) {
      caller.wake();
    }
    return isWanted;
  }

  private void free(WireCall call) {
    settle(call);
    call.callers.forEach(outcomes::freed);
  }

  private void settle(WireCall call) {
    if (call.sequence != 0) {
      settlement.end(call.sequence);
    }
  }

  private void end(WireCall call, Problem problem) {
    free(call);
    for (PendingCall<?> caller : call.callers) {
      caller.fail(problem, call.isUnsure);
    }
  }

  private void endUnsent(PendingCall<?> call, Problem problem) {
    outcomes.freed(call);
    call.fail(problem, false);
  }

  private void failed(WireCall call, Problem problem, long nowNanos) {
    if (problem.getCode() == ErrorCode.OUTCOME_UNKNOWN) {
      call.isUnsure = true;
    }
    if (call.isDone()) {
      end(call, problem);
    } else if (isRepeatable(call, problem.getCode())) {
      repeatLater(call, problem, nowNanos);
    } else if (call.isChanged() && Failures.mayBeOfOne(problem)) {
      tellApart(call, problem);
    } else {
      end(call, problem);
    }
  }

  private void repeatLater(WireCall call, Problem problem, long nowNanos) {
    call.refusals++;
    long asked = problem.hasRetryAfter() ? Times.nanos(Times.of(problem.getRetryAfter())) : 0;
    long due = nowNanos + backoff.retryNanos(call.refusals, asked);
    call.failUntil(due, problem, call.isUnsure);
    if (call.isDone() || !budget.takeRetry()) {
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

  /** Nothing has changed, because of one of them. */
  private void tellApart(WireCall call, Problem problem) {
    settle(call);
    if (call.isShared()) {
      merging.failed(call.callers.size());
    }
    call.tellApart(problem);
    call.callers.reversed().forEach(ready::addFirst);
  }

  private boolean isRepeatable(WireCall call, ErrorCode code) {
    return switch (code) {
      case OVERLOADED, STOPPING -> true;
      case OUTCOME_UNKNOWN -> isRepeatable(call);
      // It was overtaken by many that were sent after it, and never executed.
      case REQUEST_TOO_OLD -> isNumbered(call) && !call.isUnsure;
      default -> false;
    };
  }

  /** Whether a call whose outcome is unknown may be sent again. */
  private boolean isRepeatable(WireCall call) {
    // What a lease without a number was granted comes back when it expires.
    return isNumbering || call.hasOwnNumber || !call.isUpdate;
  }

  /** The connection has gone, and with it all replies that have not come. */
  void broken(Problem problem) {
    List<WireCall> lost = underWay.takeAll();
    waits = 0;
    for (WireCall call : lost.reversed()) {
      call.isUnsure = true;
      if (call.isDone() || !isRepeatable(call)) {
        end(call, Failures.problem(ErrorCode.OUTCOME_UNKNOWN, problem.getMessage()));
      } else {
        retries.incrementAndGet();
        again.addFirst(call);
      }
    }
    ready.addAll(heldBack);
    heldBack.clear();
  }

  // ---- Time

  /** When {@link #tick} has something to do; {@link #NEVER} for never. */
  long nextWakeNanos() {
    WireCall next = later.peek();
    return next == null ? earliestDeadline : Math.min(earliestDeadline, next.dueNanos);
  }

  /** Does what time has made due. */
  void tick(long nowNanos) {
    while (!later.isEmpty() && later.peek().dueNanos - nowNanos <= 0) {
      again.add(later.remove());
    }
    if (earliestDeadline != NEVER && earliestDeadline - nowNanos <= 0) {
      expire(nowNanos);
    }
  }

  private void expire(long nowNanos) {
    earliestDeadline = NEVER;
    Problem unsent =
        Failures.problem(ErrorCode.DEADLINE_PASSED, "the call could not be sent in time");
    ready.removeIf(call -> expire(call, unsent, nowNanos));
    heldBack.removeIf(call -> expire(call, unsent, nowNanos));
    again.removeIf(call -> expire(call, unsent, nowNanos));
    later.removeIf(call -> expire(call, unsent, nowNanos));
    Problem unanswered = Failures.problem(ErrorCode.DEADLINE_PASSED, "no answer came in time");
    for (WireCall call : underWay.inOrder()) {
      call.failUntil(nowNanos, unanswered, true);
      observeDeadline(call);
    }
  }

  private boolean expire(PendingCall<?> call, Problem problem, long nowNanos) {
    boolean isOver = call.isDone() || call.deadlineNanos - nowNanos <= 0;
    if (isOver) {
      endUnsent(call, problem);
    } else {
      earliestDeadline = Math.min(earliestDeadline, call.deadlineNanos);
    }
    return isOver;
  }

  private boolean expire(WireCall call, Problem problem, long nowNanos) {
    call.failUntil(nowNanos, problem, call.isUnsure);
    observeDeadline(call);
    boolean isOver = call.isDone();
    if (isOver) {
      free(call);
    }
    return isOver;
  }

  private void observeDeadline(WireCall call) {
    earliestDeadline = Math.min(earliestDeadline, call.deadlineNanos());
  }

  /** Whether nobody waits for anything but for tasks to come. */
  boolean isQuiet() {
    return !hasReady()
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
    for (WireCall call : underWay.takeAll()) {
      call.isUnsure |= isUnsure;
      end(call, problem);
    }
    waits = 0;
    for (var sentBefore : List.of(again, later)) {
      sentBefore.forEach(call -> end(call, problem));
      sentBefore.clear();
    }
    for (var unsent : List.of(ready, heldBack)) {
      unsent.forEach(call -> endUnsent(call, problem));
      unsent.clear();
    }
  }

  /** How often a call was sent again. Any thread may ask. */
  long retries() {
    return retries.get();
  }

  int underWay() {
    return underWay.size();
  }
}
