package dev.millrace.queue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Queues that a caller may meet, whatever a pattern matches: those that belong to one of the parts.
 */
public record NameScope(List<Part> parts) {
  public static final NameScope ALL = new NameScope(List.of(new Part(null, "", false)));
  public static final NameScope NONE = new NameScope(List.of());

  public NameScope {
    parts = List.copyOf(parts);
  }

  /**
   * Queues whose name is, or begins with, a text.
   *
   * @param group none for every group
   * @param isWhole whether the text is the whole name, and not its beginning
   */
  public record Part(@Nullable String group, String name, boolean isWhole) {
    private boolean isAll() {
      return group == null && name.isEmpty() && !isWhole;
    }

    boolean has(QueueName queue) {
      return (group == null || group.equals(queue.group()))
          && (isWhole ? name.equals(queue.name()) : queue.name().startsWith(name));
    }

    /** The same for a name that stands between two places of a text, with its group before it. */
    boolean has(char[] text, int start, int nameStart, int end) {
      return (group == null || begins(group, text, start, nameStart - 1, true))
          && begins(name, text, nameStart, end, isWhole);
    }

    private static boolean begins(String with, char[] text, int start, int end, boolean isWhole) {
      int length = end - start;
      if (isWhole ? length != with.length() : length < with.length()) {
        return false;
      }
      for (int i = 0; i < with.length(); i++) {
        if (text[start + i] != with.charAt(i)) {
          return false;
        }
      }
      return true;
    }

    /** What belongs to both; none if nothing does. */
    @Nullable Part and(Part other) {
      if (group != null && other.group != null && !group.equals(other.group)) {
        return null;
      }
      String both = group == null ? other.group : group;
      boolean isNarrower = isWhole || (!other.isWhole && name.length() >= other.name.length());
      Part narrow = isNarrower ? this : other;
      Part wide = isNarrower ? other : this;
      boolean isPart =
          wide.isWhole ? narrow.name.equals(wide.name) : narrow.name.startsWith(wide.name);
      return isPart ? new Part(both, narrow.name, narrow.isWhole) : null;
    }
  }

  /** Whether every queue belongs to it, as its only part says. */
  public boolean isAll() {
    return parts.size() == 1 && parts.getFirst().isAll();
  }

  public boolean has(QueueName queue) {
    for (Part part : parts) {
      if (part.has(queue)) {
        return true;
      }
    }
    return false;
  }

  boolean has(char[] text, int start, int nameStart, int end) {
    for (Part part : parts) {
      if (part.has(text, start, nameStart, end)) {
        return true;
      }
    }
    return false;
  }

  /** What belongs to both. */
  public NameScope and(NameScope other) {
    if (isAll() || other.isAll()) {
      return isAll() ? other : this;
    }
    List<Part> both = new ArrayList<>();
    for (Part mine : parts) {
      for (Part theirs : other.parts) {
        Part part = mine.and(theirs);
        if (part != null && !both.contains(part)) {
          both.add(part);
        }
      }
    }
    return new NameScope(both);
  }
}
