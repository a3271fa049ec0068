package dev.millrace.queue;

/** When a task's lease or delay ends. In the order in which a slot's deadlines come. */
public record Deadline(long millis, long queueId, Pid pid) implements Comparable<Deadline> {
  @Override
  public int compareTo(Deadline other) {
    int byTime = Long.compare(millis, other.millis);
    int byQueue = byTime != 0 ? byTime : Long.compare(queueId, other.queueId);
    return byQueue != 0 ? byQueue : pid.compareTo(other.pid);
  }
}
