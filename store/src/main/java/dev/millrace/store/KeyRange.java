package dev.millrace.store;

/** All keys from one, inclusive, to another, exclusive. A range always has an end. */
public record KeyRange(RowKey from, RowKey to) {
  public KeyRange {
    if (from.compareTo(to) > 0) {
      throw new IllegalArgumentException("a range from %s to %s".formatted(from, to));
    }
  }

  /** All keys that begin with {@code prefix}. */
  static KeyRange ofPrefix(RowKey prefix) {
    return new KeyRange(prefix, prefix.afterPrefix());
  }

  /** The part of this range that begins with {@code key}. */
  public KeyRange startingAt(RowKey key) {
    if (key.compareTo(from) <= 0) {
      return this;
    }
    return new KeyRange(key.compareTo(to) < 0 ? key : to, to);
  }

  /** The part of this range that lies above {@code key}. */
  public KeyRange startingAfter(RowKey key) {
    return startingAt(key.next());
  }

  public boolean contains(RowKey key) {
    return from.compareTo(key) <= 0 && key.compareTo(to) < 0;
  }

  public boolean isEmpty() {
    return from.equals(to);
  }
}
