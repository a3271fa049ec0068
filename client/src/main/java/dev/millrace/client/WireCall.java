package dev.millrace.client;

import com.google.protobuf.CodedOutputStream;
import dev.millrace.api.v1.Problem;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call as the server sees it: one caller's, or those of several callers that are alike, in one.
 * Only the thread of the connection changes it.
 */
final class WireCall {
  static final int NO_PLACE = -1;
  static final int NO_TIMEOUT = -1;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** In the order of their parts of the request and of the reply. */
  final List<PendingCall<?>> callers;

  final boolean isUpdate;

  /** Whether the server may keep it waiting. */
  final boolean waits;

  /** The request came with a number of its own. */
  final boolean hasOwnNumber;

  final int requestBytes;

  /** Of an update. */
  final List<UpdatePart> parts;

  /** The latest of the callers: after it the outcome is of use to nobody. */
  private final long lastDeadlineNanos;

  /** What is behind the request of the first, if several lease. */
  private final @Nullable LeaseTogether together;

  /** Its number among the calls of the connection, in the order in which they were sent first. */
  long sequence;

  /** Its place among the calls under way. */
  int place = NO_PLACE;

  /** Whether a try that has no answer may have been executed. */
  boolean isUnsure;

  int refusals;

  /** When it is to be sent again. */
  long dueNanos;

  WireCall(PendingCall<?> caller) {
    this(List.of(caller));
  }

  /**
   * @param callers of calls that are alike, if there are several
   */
  WireCall(List<PendingCall<?>> callers) {
    PendingCall<?> first = callers.getFirst();
    this.callers = callers;
    this.isUpdate = first.isUpdate;
    this.waits = first.waits && callers.size() == 1;
    this.hasOwnNumber = first.hasOwnNumber;
    this.lastDeadlineNanos = lastDeadline(callers);
    this.together =
        isUpdate || callers.size() == 1
            ? null
            : new LeaseTogether(callers.size() * first.tasksMax, first.waits);
    this.parts = isUpdate ? UpdatePart.of(callers) : List.of();
    this.requestBytes = isUpdate ? sumOfBytes(parts) : first.requestBytes + togetherBytes();
  }

  private static long lastDeadline(List<PendingCall<?>> callers) {
    long last = callers.getFirst().deadlineNanos;
    for (PendingCall<?> caller : callers) {
      last = Math.max(last, caller.deadlineNanos);
    }
    return last;
  }

  private static int sumOfBytes(List<UpdatePart> parts) {
    int sum = 0;
    for (UpdatePart part : parts) {
      sum += part.request().getSerializedSize();
    }
    return sum;
  }

  private int togetherBytes() {
    return together == null ? 0 : together.bytes();
  }

  int elements() {
    int sum = 0;
    for (PendingCall<?> caller : callers) {
      sum += caller.elements;
    }
    return sum;
  }

  boolean isShared() {
    return callers.size() > 1;
  }

  /** Whether the server sees something else than what a caller asked for. */
  boolean isChanged() {
    return isShared() || (isUpdate && parts.getFirst().isRun());
  }

  /**
   * Writes its request. Messages written one behind the other are one: its lists are theirs
   * together, and of all else the last counts.
   */
  void writeRequest(CodedOutputStream out) throws IOException {
    if (isUpdate) {
      for (UpdatePart part : parts) {
        part.request().writeTo(out);
      }
    } else {
      callers.getFirst().request.writeTo(out);
      if (together != null) {
        together.writeTo(out);
      }
    }
  }

  /** Whether nobody waits for its outcome any more. */
  boolean isDone() {
    for (PendingCall<?> caller : callers) {
      if (!caller.isDone()) {
        return false;
      }
    }
    return true;
  }

  /**
   * The milliseconds for which an answer is of use; {@link #NO_TIMEOUT} when they are more than the
   * server can be told.
   */
  int timeoutMillis(long nowNanos) {
    if (lastDeadlineNanos == CallFlow.NEVER) {
      return NO_TIMEOUT;
    }
    // Rounded up: the server drops nothing early.
    long millis = Math.ceilDiv(Math.max(0, lastDeadlineNanos - nowNanos), NANOS_PER_MILLI);
    return millis > Integer.MAX_VALUE ? NO_TIMEOUT : (int) millis;
  }

  /** The earliest of those who wait; {@link CallFlow#NEVER} when nobody does. */
  long deadlineNanos() {
    long earliest = CallFlow.NEVER;
    for (PendingCall<?> caller : callers) {
      if (!caller.isDone()) {
        earliest = Math.min(earliest, caller.deadlineNanos);
      }
    }
    return earliest;
  }

  /**
   * Ends the wait of those whose deadline isn't after this.
   *
   * @param isUnsure whether it may have been executed
   */
  void failUntil(long nanos, Problem problem, boolean isUnsure) {
    for (PendingCall<?> caller : callers) {
      if (!caller.isDone() && caller.deadlineNanos - nanos <= 0) {
        caller.fail(problem, isUnsure);
      }
    }
  }

  /** Who is to blame for the problem goes alone from now; all do when that can't be told. */
  void tellApart(Problem problem) {
    int end = 0;
    for (UpdatePart part : parts) {
      int start = end;
      end += part.elements();
      int element = problem.getElement();
      boolean isToBlame = !problem.hasElement() || (element >= start && element < end);
      part.callers().forEach(caller -> caller.toldApart(isToBlame));
    }
  }
}
