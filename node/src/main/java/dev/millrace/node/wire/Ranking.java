package dev.millrace.node.wire;

import dev.millrace.queue.QueueOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Finds a page among keys without sorting them all: time grows with the number of keys, and only
 * those of the page are sorted.
 */
final class Ranking {
  /** So few are sorted at once. */
  private static final int FEW = 32;

  private final QueueOrder.Key[] keys;
  private final Comparator<QueueOrder.Key> order;

  // Whoever names queues can't know where they are parted, and so not make it slow.
  private final SplittableRandom random = new SplittableRandom();

  /**
   * @param keys all different, in no order
   */
  Ranking(List<QueueOrder.Key> keys, QueueOrder order) {
    this.keys = keys.toArray(QueueOrder.Key[]::new);
    this.order = order.comparator();
  }

  /** At most so many keys in order, beginning with the one that so many others come before. */
  List<QueueOrder.Key> from(long skip, int max) {
    if (skip >= keys.length) {
      return List.of();
    }
    int first = (int) skip;
    int end = (int) Math.min(keys.length, skip + max);
    part(0, first);
    part(first, end);
    Arrays.sort(keys, first, end, order);
    return List.of(Arrays.copyOfRange(keys, first, end));
  }

  /** Moves keys from a place on, until those before a later place are the lowest of them. */
  private void part(int from, int place) {
    int low = from;
    int high = keys.length;
    while (low < place && place < high) {
      if (high - low <= FEW) {
        Arrays.sort(keys, low, high, order);
        return;
      }
      int middle = split(low, high);
      if (middle < place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
  }

  /** Puts a key to its place in a range, the lower ones before it; tells the place. */
  private int split(int low, int high) {
    int last = high - 1;
    swap(random.nextInt(low, high), last);
    QueueOrder.Key pivot = keys[last];
    int middle = low;
    for (int i = low; i < last; i++) {
      if (order.compare(keys[i], pivot) < 0) {
        swap(i, middle++);
      }
    }
    swap(middle, last);
    return middle;
  }

  private void swap(int one, int other) {
    QueueOrder.Key key = keys[one];
    keys[one] = keys[other];
    keys[other] = key;
  }
}
