package dev.millrace.queue;

import org.jspecify.annotations.Nullable;

/**
 * Which queues: those of a group, or of every group, whose name matches a pattern.
 *
 * @param group none for every group
 */
public record NameFilter(@Nullable String group, NamePattern pattern) {
  public NameFilter {
    if (group != null) {
      QueueName.checkGroup(group);
    }
  }

  public boolean matches(QueueName queue) {
    return (group == null || group.equals(queue.group())) && pattern.matches(queue.name());
  }
}
