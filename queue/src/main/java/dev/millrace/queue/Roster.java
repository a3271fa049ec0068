package dev.millrace.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * All queues of a slot, side by side in memory: their names in one run of characters, and how many
 * tasks they have. Whoever looks at very many of them goes to few of the queues themselves.
 *
 * <p>The place of a queue changes when another one goes.
 */
final class Roster {
  /** The size of a queue that isn't shown to anybody. */
  static final long IDLE = -1;

  /** Between group and name; below all that they may contain, so that it ends the shorter group. */
  private static final char SEPARATOR = 0;

  private static final int PLACES_MIN = 16;
  private static final int CHARACTERS_MIN = 256;

  private final List<Queue> queues = new ArrayList<>();
  private long[] sizes = new long[PLACES_MIN];
  private int[] starts = new int[PLACES_MIN];
  private int[] nameStarts = new int[PLACES_MIN];
  private int[] ends = new int[PLACES_MIN];

  /** Group, separator and name of all queues, and of some that are gone. */
  private char[] text = new char[CHARACTERS_MIN];

  private int textEnd;
  private int goneCharacters;

  int count() {
    return queues.size();
  }

  /** By place. */
  List<Queue> queues() {
    return Collections.unmodifiableList(queues);
  }

  Queue queue(int place) {
    return queues.get(place);
  }

  /** The tasks of a queue as it was last {@link #set}; {@link #IDLE} if it has nothing to show. */
  long size(int place) {
    return sizes[place];
  }

  /** Adds a queue, and returns its place. */
  int add(Queue queue) {
    int place = queues.size();
    queues.add(queue);
    if (place == sizes.length) {
      sizes = Arrays.copyOf(sizes, 2 * place);
      starts = Arrays.copyOf(starts, 2 * place);
      nameStarts = Arrays.copyOf(nameStarts, 2 * place);
      ends = Arrays.copyOf(ends, 2 * place);
    }
    char[] characters = charactersOf(queue.name);
    int start = reserve(characters.length);
    System.arraycopy(characters, 0, text, start, characters.length);
    starts[place] = start;
    nameStarts[place] = start + queue.name.group().length() + 1;
    ends[place] = start + characters.length;
    set(place);
    return place;
  }

  private int reserve(int characters) {
    if (textEnd + characters > text.length) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, textEnd + characters));
    }
    int start = textEnd;
    textEnd += characters;
    return start;
  }

  /** Notes how many tasks a queue has now. */
  void set(int place) {
    Queue queue = queues.get(place);
    sizes[place] = queue.isIdle() ? IDLE : queue.size();
  }

  /** Takes a queue away; the last one comes to its place, if it wasn't the last. */
  void remove(int place) {
    goneCharacters += ends[place] - starts[place];
    int last = queues.size() - 1;
    queues.set(place, queues.get(last));
    sizes[place] = sizes[last];
    starts[place] = starts[last];
    nameStarts[place] = nameStarts[last];
    ends[place] = ends[last];
    queues.removeLast();
    if (goneCharacters > Math.max(CHARACTERS_MIN, textEnd / 2)) {
      compact();
    }
  }

  private void compact() {
    char[] before = text;
    text = new char[Math.max(CHARACTERS_MIN, textEnd - goneCharacters)];
    textEnd = 0;
    goneCharacters = 0;
    for (int place = 0; place < queues.size(); place++) {
      int length = ends[place] - starts[place];
      int start = reserve(length);
      System.arraycopy(before, starts[place], text, start, length);
      nameStarts[place] += start - starts[place];
      ends[place] = start + length;
      starts[place] = start;
    }
  }

  boolean matches(int place, NameFilter filter) {
    String group = filter.group();
    return (group == null || isOfGroup(place, group))
        && filter.pattern().matches(text, nameStarts[place], ends[place])
        && (filter.scope().isAll()
            || filter.scope().has(text, starts[place], nameStarts[place], ends[place]));
  }

  private boolean isOfGroup(int place, String group) {
    int start = starts[place];
    if (nameStarts[place] - 1 - start != group.length()) {
      return false;
    }
    for (int i = 0; i < group.length(); i++) {
      if (text[start + i] != group.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the name at a place is lower or higher than one that {@link #charactersOf} spells. */
  int compareName(int place, char[] other) {
    return Arrays.compare(text, starts[place], ends[place], other, 0, other.length);
  }

  /** A name as characters that are ordered as names are. */
  static char[] charactersOf(QueueName name) {
    return (name.group() + SEPARATOR + name.name()).toCharArray();
  }
}
