package dev.millrace.queue;

import java.util.Comparator;

/** When a task's lease or delay ends. In the order in which a slot's deadlines come. */
public record Deadline(long millis, long queueId, Pid pid) implements Comparable<Deadline> {
  private static final Comparator<Deadline> ORDER =
      Comparator.comparingLong(Deadline::millis)
          .thenComparingLong(Deadline::queueId)
          .thenComparing(Deadline::pid);

  @Override
  public int compareTo(Deadline other) {
    return ORDER.compare(this, other);
  }
}
