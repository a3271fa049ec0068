package dev.millrace.queue;

import java.util.Comparator;

/**
 * The name of a queue: its consistency group, empty for the default group, and its name in the
 * group.
 */
public record QueueName(String group, String name) implements Comparable<QueueName> {
  public static final int BYTES_MAX = 512;
  public static final String DEFAULT_GROUP = "";

  private static final Comparator<QueueName> ORDER =
      Comparator.comparing(QueueName::group).thenComparing(QueueName::name);

  public QueueName {
    checkGroup(group);
    check("queue name", name, 1);
  }

  /** A queue of the default group. */
  public static QueueName of(String name) {
    return new QueueName(DEFAULT_GROUP, name);
  }

  public static void checkGroup(String group) {
    check("group name", group, 0);
  }

  private static void check(String what, String text, int bytesMin) {
    int bytes = Utf8.length(text);
    if (bytes < bytesMin) {
      throw QueueException.invalid("the %s is empty", what);
    }
    if (bytes > BYTES_MAX) {
      throw QueueException.tooLarge(
          "a %s has at most %d bytes, this one has %d", what, BYTES_MAX, bytes);
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        throw QueueException.invalid(
            "the %s has a control character (U+%04X) at position %d", what, (int) c, i);
      }
      if (Character.isSurrogate(c) && !isPaired(text, i)) {
        throw QueueException.invalid("the %s is not valid Unicode at position %d", what, i);
      }
    }
  }

  private static boolean isPaired(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }

  /** Another queue of the same group. */
  public QueueName sibling(String otherName) {
    return new QueueName(group, otherName);
  }

  @Override
  public int compareTo(QueueName other) {
    return ORDER.compare(this, other);
  }

  /** As a record has it, in a form that is much faster: every element of an update asks for it. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof QueueName that && name.equals(that.name) && group.equals(that.group));
  }

  @Override
  public int hashCode() {
    return 31 * group.hashCode() + name.hashCode();
  }

  @Override
  public String toString() {
    return group.isEmpty() ? name : group + ":" + name;
  }
}
