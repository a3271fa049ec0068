package dev.millrace.node.wire;

import dev.millrace.api.v1.Pattern;
import dev.millrace.api.v1.Queue;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.QueueName;
import org.jspecify.annotations.Nullable;

/** Names of queues, and patterns over them. */
final class QueueAdapter {
  private QueueAdapter() {}

  /**
   * The name, which must be there.
   *
   * @param present whether the message has the field that {@code queue} was read from
   */
  static QueueName name(boolean present, Queue queue) {
    if (!present) {
      throw QueueException.invalid("no queue is named");
    }
    return new QueueName(queue.getGroup(), queue.getName());
  }

  static Queue queue(QueueName name) {
    return Queue.newBuilder().setGroup(name.group()).setName(name.name()).build();
  }

  /** The filter of a pattern that must say something: an empty one matches no name at all. */
  static NameFilter filter(boolean present, Pattern pattern) {
    if (!present || pattern.getRegex().isEmpty()) {
      throw QueueException.invalid("the pattern is empty");
    }
    return new NameFilter(group(pattern), NamePattern.of(pattern.getRegex()));
  }

  /** The filter of a pattern whose absence means every queue. */
  static NameFilter filterOrAny(Pattern pattern) {
    return pattern.getRegex().isEmpty()
        ? new NameFilter(group(pattern), NamePattern.ANY)
        : filter(true, pattern);
  }

  private static @Nullable String group(Pattern pattern) {
    return group(pattern.getGroup(), pattern.getAllGroups());
  }

  /** The group, or none for every group; a request can't ask for both. */
  static @Nullable String group(String group, boolean allGroups) {
    if (allGroups && !group.isEmpty()) {
      throw QueueException.invalid("both a group and all_groups: choose one");
    }
    return allGroups ? null : group;
  }

  static Pattern pattern(NameFilter filter) {
    Pattern.Builder pattern = Pattern.newBuilder().setRegex(filter.pattern().source());
    return filter.group() == null
        ? pattern.setAllGroups(true).build()
        : pattern.setGroup(filter.group()).build();
  }
}
