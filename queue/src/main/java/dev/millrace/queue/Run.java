package dev.millrace.queue;

import org.jspecify.annotations.Nullable;

/**
 * A few elements in order, side by side in memory: a part of {@link SortedRuns}.
 *
 * <p>They lie between {@code start} and {@code end} of an array, so that the first one goes as
 * easily as the last.
 */
final class Run<E> {
  private static final int PLACES_MIN = 4;
  static final int SIZE_MAX = 64;

  private @Nullable Object[] elements;
  private int start;
  private int end;

  Run() {
    this(PLACES_MIN);
  }

  private Run(int places) {
    elements = new @Nullable Object[places];
  }

  int size() {
    return end - start;
  }

  boolean isFull() {
    return size() == SIZE_MAX;
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // Between start and end there are elements.
  E get(int index) {
    return (E) elements[start + index];
  }

  void set(int index, E element) {
    elements[start + index] = element;
  }

  /** Inserts an element before the one at the index; the run isn't full. */
  void insert(int index, E element) {
    if (end == elements.length) {
      makeRoom();
    }
    int place = start + index;
    System.arraycopy(elements, place, elements, place + 1, end - place);
    elements[place] = element;
    end++;
  }

  /** Moves the elements to the front, of a larger array if they fill more than half of this one. */
  private void makeRoom() {
    int size = size();
    boolean isTight = size > elements.length / 2 && elements.length < SIZE_MAX;
    @Nullable Object[] target = isTight ? new @Nullable Object[2 * elements.length] : elements;
    System.arraycopy(elements, start, target, 0, size);
    if (!isTight) {
      clear(size, end);
    }
    elements = target;
    start = 0;
    end = size;
  }

  void remove(int index) {
    int place = start + index;
    if (index < size() / 2) {
      System.arraycopy(elements, start, elements, start + 1, index);
      elements[start++] = null;
    } else {
      System.arraycopy(elements, place + 1, elements, place, end - place - 1);
      elements[--end] = null;
    }
  }

  /** Takes the second half away, as a run of its own. */
  Run<E> split() {
    Run<E> second = new Run<>(SIZE_MAX);
    int middle = start + size() / 2;
    second.end = end - middle;
    System.arraycopy(elements, middle, second.elements, 0, second.end);
    clear(middle, end);
    end = middle;
    return second;
  }

  private void clear(int from, int to) {
    for (int i = from; i < to; i++) {
      elements[i] = null;
    }
  }
}
