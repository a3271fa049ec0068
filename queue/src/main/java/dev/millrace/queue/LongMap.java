package dev.millrace.queue;

import org.jspecify.annotations.Nullable;

/**
 * Values by number, in no order. Unlike a {@code HashMap} it makes no object for a number or an
 * entry: a value lies at the place that its number has, or in the next free one behind it.
 */
final class LongMap<V> {
  private static final int PLACES_MIN = 4;

  private long[] numbers = new long[PLACES_MIN];

  /** None where a place is free. At least half of the places are. */
  private @Nullable Object[] values = new @Nullable Object[PLACES_MIN];

  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  @Nullable V get(long number) {
    return valueAt(placeOf(number));
  }

  /** Puts the value in place of the one with its number. */
  void put(long number, V value) {
    int place = placeOf(number);
    if (values[place] == null) {
      if (2 * (size + 1) > values.length) {
        grow();
        place = placeOf(number);
      }
      size++;
    }
    numbers[place] = number;
    values[place] = value;
  }

  /** Takes the value away and returns it. */
  @Nullable V remove(long number) {
    int free = placeOf(number);
    V removed = valueAt(free);
    if (removed == null) {
      return null;
    }
    size--;
    values[free] = null;
    // Whoever couldn't get the place that is free now, or one before it, moves there.
    for (int place = next(free); values[place] != null; place = next(place)) {
      int wanted = firstPlaceOf(numbers[place]);
      if (distance(wanted, place) >= distance(free, place)) {
        numbers[free] = numbers[place];
        values[free] = values[place];
        values[place] = null;
        free = place;
      }
    }
    return removed;
  }

  /** A copy. */
  long[] numbers() {
    long[] there = new long[size];
    int count = 0;
    for (int place = 0; place < values.length; place++) {
      if (values[place] != null) {
        there[count++] = numbers[place];
      }
    }
    return there;
  }

  /** Where the number is, or the free place where it would be. */
  private int placeOf(long number) {
    int place = firstPlaceOf(number);
    while (values[place] != null && numbers[place] != number) {
      place = next(place);
    }
    return place;
  }

  private int firstPlaceOf(long number) {
    // Fibonacci hashing: the high bits depend on all of the number's.
    return (int) ((number * 0x9E3779B97F4A7C15L) >>> 32) & (values.length - 1);
  }

  private int next(int place) {
    return (place + 1) & (values.length - 1);
  }

  private int distance(int from, int to) {
    return (to - from) & (values.length - 1);
  }

  @SuppressWarnings("unchecked") // Only put writes values.
  private @Nullable V valueAt(int place) {
    return (V) values[place];
  }

  private void grow() {
    long[] oldNumbers = numbers;
    @Nullable Object[] oldValues = values;
    numbers = new long[2 * oldNumbers.length];
    values = new @Nullable Object[numbers.length];
    for (int i = 0; i < oldValues.length; i++) {
      if (oldValues[i] != null) {
        int place = placeOf(oldNumbers[i]);
        numbers[place] = oldNumbers[i];
        values[place] = oldValues[i];
      }
    }
  }
}
