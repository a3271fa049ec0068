package dev.millrace.queue;

import java.util.Comparator;

/** A task of a slot, by the generation of its queue. */
public record TaskKey(long queueId, Pid pid) implements Comparable<TaskKey> {
  private static final Comparator<TaskKey> ORDER =
      Comparator.comparingLong(TaskKey::queueId).thenComparing(TaskKey::pid);

  @Override
  public int compareTo(TaskKey other) {
    return ORDER.compare(this, other);
  }
}
