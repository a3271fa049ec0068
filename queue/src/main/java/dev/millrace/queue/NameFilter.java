package dev.millrace.queue;

import org.jspecify.annotations.Nullable;

/**
 * Which queues: those of a group, or of every group, whose name matches a pattern, as far as the
 * caller may meet them.
 *
 * @param group none for every group
 */
public record NameFilter(@Nullable String group, NamePattern pattern, NameScope scope) {
  public NameFilter {
    if (group != null) {
      QueueName.checkGroup(group);
    }
  }

  public NameFilter(@Nullable String group, NamePattern pattern) {
    this(group, pattern, NameScope.ALL);
  }

  /** The same, for a caller who may meet no more than this. */
  public NameFilter within(NameScope narrower) {
    return new NameFilter(group, pattern, scope.and(narrower));
  }

  public boolean matches(QueueName queue) {
    return (group == null || group.equals(queue.group()))
        && pattern.matches(queue.name())
        && (scope.isAll() || scope.has(queue));
  }
}
