package dev.millrace.queue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Elements in the order of their keys, cut into short runs. Made for queues: what comes behind the
 * last one or is the first one is found at once, and an element needs no object beside it.
 */
final class SortedRuns<K, E> implements Iterable<E> {
  /** Where a key stands to an element: before it (negative), at it (0) or behind it. */
  interface Order<K, E> {
    int compare(K key, E element);
  }

  private final Order<K, E> order;

  /** None of them is empty; of the queues that are there, most have none. */
  private List<Run<E>> runs = List.of();

  private int size;

  /** Where the last one was looked for: the next one is mostly its neighbour. */
  private int recent;

  SortedRuns(Order<K, E> order) {
    this.order = order;
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  @Nullable E first() {
    return size == 0 ? null : runs.getFirst().get(0);
  }

  @Nullable E get(K key) {
    if (size == 0) {
      return null;
    }
    Run<E> run = runs.get(runOf(key));
    int index = indexIn(run, key);
    return index < 0 ? null : run.get(index);
  }

  /** Puts the element in place of the one with its key, which is returned. */
  @Nullable E put(K key, E element) {
    if (size == 0) {
      runs = new ArrayList<>(1);
      runs.add(new Run<>());
    }
    int place = runOf(key);
    Run<E> run = runs.get(place);
    int index = indexIn(run, key);
    if (index >= 0) {
      E before = run.get(index);
      run.set(index, element);
      return before;
    }
    insert(place, ~index, element);
    size++;
    return null;
  }

  private void insert(int place, int index, E element) {
    Run<E> run = runs.get(place);
    if (!run.isFull()) {
      run.insert(index, element);
    } else if (index == run.size() && place == runs.size() - 1) {
      Run<E> last = new Run<>();
      last.insert(0, element);
      runs.add(last);
    } else {
      Run<E> second = run.split();
      runs.add(place + 1, second);
      if (index <= run.size()) {
        run.insert(index, element);
      } else {
        second.insert(index - run.size(), element);
      }
    }
  }

  @Nullable E remove(K key) {
    if (size == 0) {
      return null;
    }
    int place = runOf(key);
    Run<E> run = runs.get(place);
    int index = indexIn(run, key);
    if (index < 0) {
      return null;
    }
    E before = run.get(index);
    run.remove(index);
    size--;
    if (run.size() == 0) {
      runs.remove(place);
      runs = runs.isEmpty() ? List.of() : runs;
    }
    return before;
  }

  /** The run that has the key if one does: the last one that doesn't begin behind it. */
  private int runOf(K key) {
    int high = runs.size() - 1;
    if (high == 0) {
      return 0;
    }
    if (!isBetween(recent, high, key)) {
      recent = isAtOrBehind(high, key) ? high : search(key, high);
    }
    return recent;
  }

  /** Whether the key belongs into this run and into none behind it. */
  private boolean isBetween(int place, int high, K key) {
    return place <= high
        && isAtOrBehind(place, key)
        && (place == high || !isAtOrBehind(place + 1, key));
  }

  private boolean isAtOrBehind(int place, K key) {
    return order.compare(key, runs.get(place).get(0)) >= 0;
  }

  private int search(K key, int highest) {
    int low = 0;
    int high = highest;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (isAtOrBehind(middle, key)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Where the key is in the run; if it isn't there, the complement of where it would be. */
  private int indexIn(Run<E> run, K key) {
    int low = 0;
    int high = run.size() - 1;
    // Mostly it is the last one or the first one.
    if (high >= 0 && order.compare(key, run.get(high)) > 0) {
      return ~(high + 1);
    }
    int middle = 0;
    while (low <= high) {
      int compared = order.compare(key, run.get(middle));
      if (compared == 0) {
        return middle;
      }
      if (compared < 0) {
        high = middle - 1;
      } else {
        low = middle + 1;
      }
      middle = (low + high) >>> 1;
    }
    return ~low;
  }

  /** All of them in order; they must not change meanwhile. */
  @Override
  public Iterator<E> iterator() {
    return new Walk(0, 0);
  }

  /** Those from a key on, in order; they must not change meanwhile. */
  Iterable<E> from(K key) {
    if (size == 0) {
      return List.of();
    }
    int place = runOf(key);
    int index = indexIn(runs.get(place), key);
    return () -> new Walk(place, index < 0 ? ~index : index);
  }

  private final class Walk implements Iterator<E> {
    private int place;
    private int index;

    Walk(int place, int index) {
      this.place = place;
      this.index = index;
    }

    @Override
    public boolean hasNext() {
      while (place < runs.size() && index == runs.get(place).size()) {
        place++;
        index = 0;
      }
      return place < runs.size();
    }

    @Override
    public E next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return runs.get(place).get(index++);
    }
  }
}
