package dev.millrace.queue;

import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Up to where a slot knows the deadlines of all its tasks, also of those that aren't in memory.
 * Only so many deadlines are kept without their task; later ones are read when their time comes
 * near.
 */
final class Deadlines {
  /** How long before its time a deadline is read. */
  private static final long AHEAD_MILLIS = 1000;

  /** Before every deadline there can be. */
  static final Deadline START = new Deadline(0, 0, Pid.EMPTY);

  private final int max;

  /** Deadlines whose task isn't in memory. */
  private final TreeSet<Deadline> bare = new TreeSet<>();

  /** Later deadlines may be unknown; none when all are known. */
  private @Nullable Deadline horizon;

  Deadlines(int max) {
    this.max = max;
  }

  /** Nothing is known. */
  void forget() {
    horizon = START;
  }

  boolean isWithin(Deadline deadline) {
    return horizon == null || deadline.compareTo(horizon) <= 0;
  }

  /** Whether no deadline up to this time is unknown. */
  boolean isKnownUntil(long millis) {
    return horizon == null || horizon.millis() > millis;
  }

  /**
   * Whether so many deadlines are known that wait for their task that there is no use in reading
   * more. Then many are overdue, and come as fast as they can be handled.
   */
  boolean isBehind() {
    return bare.size() + readMax() > max;
  }

  /** A task within the horizon isn't in memory any more. */
  void addBare(Deadline deadline) {
    bare.add(deadline);
  }

  /** Its task is in memory, or gone. */
  void removeBare(Deadline deadline) {
    bare.remove(deadline);
  }

  boolean hasBare() {
    return !bare.isEmpty();
  }

  /** Forgets those of queues that are gone. */
  void retainQueues(LongPredicate exists) {
    bare.removeIf(deadline -> !exists.test(deadline.queueId()));
  }

  boolean hasTooMany() {
    return bare.size() > max;
  }

  /** The last of them, which is forgotten: the horizon moves before it. */
  Deadline forgetLast() {
    Deadline last = Invariant.present(bare.pollLast(), "no deadline to forget");
    horizon = bare.isEmpty() ? START : bare.last();
    return last;
  }

  /** What to read next; none when that can wait. */
  Need.@Nullable NextDeadlines due(long nowMillis) {
    return horizon != null && nowMillis >= wakeMillis() ? next() : null;
  }

  /** What to read to know more. */
  Need.NextDeadlines next() {
    Deadline from = horizon;
    return new Need.NextDeadlines(from == null || from.equals(START) ? null : from, readMax());
  }

  private int readMax() {
    return Math.max(1, max / 2);
  }

  /** Whether this is what was read next, and not something from before the horizon moved. */
  boolean isNext(Need.NextDeadlines need) {
    return horizon != null && need.equals(next());
  }

  /** When to read more. */
  long wakeMillis() {
    if (horizon == null) {
      return Queue.NEVER;
    }
    return isBehind() ? Queue.NEVER : horizon.millis() - AHEAD_MILLIS;
  }

  /** All deadlines up to this one are known; none when there are no others. */
  void advance(@Nullable Deadline to) {
    horizon = to;
  }
}
