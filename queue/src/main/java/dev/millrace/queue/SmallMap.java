package dev.millrace.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values by key, in the order in which they came. Mostly there are one or two: while they are few,
 * a key is looked for one after the other, which needs no hashes and next to no memory.
 */
final class SmallMap<K, V> {
  private static final int FEW = 8;

  /** For so many {@link #clear} keeps the memory. */
  private static final int KEPT_MAX = 1000;

  private List<K> keys = new ArrayList<>(2);
  private List<V> values = new ArrayList<>(2);

  /** All of them, when they aren't few. */
  private @Nullable Map<K, V> byHash;

  @Nullable V get(K key) {
    if (byHash != null) {
      return byHash.get(key);
    }
    int place = keys.indexOf(key);
    return place < 0 ? null : values.get(place);
  }

  /** Adds a value whose key isn't there. */
  void add(K key, V value) {
    keys.add(key);
    values.add(value);
    if (byHash != null) {
      byHash.put(key, value);
    } else if (keys.size() > FEW) {
      byHash = new HashMap<>();
      for (int i = 0; i < keys.size(); i++) {
        byHash.put(keys.get(i), values.get(i));
      }
    }
  }

  /** Begins anew, in the same memory unless that is much. */
  void clear() {
    if (keys.size() > KEPT_MAX) {
      keys = new ArrayList<>(2);
      values = new ArrayList<>(2);
    } else {
      keys.clear();
      values.clear();
    }
    byHash = null;
  }

  boolean isEmpty() {
    return keys.isEmpty();
  }

  /** The list itself, not a copy: callers only read it. */
  List<K> keys() {
    return keys;
  }

  /** The list itself, not a copy: callers only read it. */
  List<V> values() {
    return values;
  }
}
