package dev.millrace.queue;

/** A task of a slot, by the generation of its queue. */
public record TaskKey(long queueId, Pid pid) implements Comparable<TaskKey> {
  @Override
  public int compareTo(TaskKey other) {
    int byQueue = Long.compare(queueId, other.queueId);
    return byQueue != 0 ? byQueue : pid.compareTo(other.pid);
  }

  /** As a record has it, in a form that is much faster: every change of a task asks for it. */
  @Override
  public boolean equals(Object other) {
    return other instanceof TaskKey key && queueId == key.queueId && pid.equals(key.pid);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(queueId) + pid.hashCode();
  }
}
