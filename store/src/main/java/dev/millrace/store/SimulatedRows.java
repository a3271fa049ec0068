package dev.millrace.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Rows in memory, at one version. A ticket is a row like any other, so it can't come apart. */
final class SimulatedRows {
  private final NavigableMap<RowKey, Bytes> rows;

  SimulatedRows() {
    this.rows = new TreeMap<>();
  }

  private SimulatedRows(NavigableMap<RowKey, Bytes> rows) {
    this.rows = rows;
  }

  SimulatedRows copy() {
    return new SimulatedRows(new TreeMap<>(rows));
  }

  /** Makes the changes of a layer, and tells of each row that it touches what it was before. */
  void apply(Layer layer, BiConsumer<RowKey, Optional<Bytes>> before) {
    for (var range : layer.emptied()) {
      for (var key : List.copyOf(rows.subMap(range.from(), range.to()).keySet())) {
        delete(key, before);
      }
    }
    for (var change : layer.changes()) {
      switch (change) {
        case RowChange.Put(var key, var value) -> put(key, value.bytes(), before);
        case RowChange.Delete(var key) -> delete(key, before);
      }
    }
    layer
        .tickets()
        .forEach((slot, ticket) -> put(new RowName.Ticket(slot).key(), encode(ticket), before));
  }

  private void put(RowKey key, Bytes value, BiConsumer<RowKey, Optional<Bytes>> before) {
    before.accept(key, Optional.ofNullable(rows.put(key, value)));
  }

  private void delete(RowKey key, BiConsumer<RowKey, Optional<Bytes>> before) {
    before.accept(key, Optional.ofNullable(rows.remove(key)));
  }

  /** The second row of a range, the fourth, and so on. */
  List<RowKey> everySecond(KeyRange range) {
    List<RowKey> keys = new ArrayList<>();
    boolean isSecond = false;
    for (var key : rows.subMap(range.from(), range.to()).keySet()) {
      if (isSecond) {
        keys.add(key);
      }
      isSecond = !isSecond;
    }
    return keys;
  }

  void forget(RowKey key) {
    rows.remove(key);
  }

  long ticket(int slot) {
    return find(new RowName.Ticket(slot).key()).map(SimulatedRows::decode).orElse(0L);
  }

  Optional<Bytes> find(RowKey key) {
    return Optional.ofNullable(rows.get(key));
  }

  /** As it would be if these rows were still as they were before. */
  Scan scan(
      KeyRange range, ScanLimit limit, NavigableMap<RowKey, Optional<Bytes>> asTheyWereBefore) {
    var found = new ArrayList<Row>();
    long bytes = 0;
    var now = rows.tailMap(range.from(), true);
    var then = asTheyWereBefore.tailMap(range.from(), true);
    var key = lower(firstKey(now), firstKey(then));
    while (key.isPresent() && range.contains(key.get())) {
      var old = then.get(key.get());
      var value = old == null ? find(key.get()) : old;
      if (value.isPresent()) {
        if (!limit.allowsMore(found.size(), bytes)) {
          return new Scan(found, false);
        }
        found.add(new Row(key.get(), value.get()));
        bytes += key.get().length() + value.get().length();
      }
      key =
          lower(
              Optional.ofNullable(now.higherKey(key.get())),
              Optional.ofNullable(then.higherKey(key.get())));
    }
    return new Scan(found, true);
  }

  private static Optional<RowKey> firstKey(NavigableMap<RowKey, ?> map) {
    return map.isEmpty() ? Optional.empty() : Optional.of(map.firstKey());
  }

  private static Optional<RowKey> lower(Optional<RowKey> a, Optional<RowKey> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.or(() -> b);
    }
    return a.get().compareTo(b.get()) <= 0 ? a : b;
  }

  private static Bytes encode(long ticket) {
    return Bytes.of(ByteBuffer.allocate(Long.BYTES).putLong(ticket).array());
  }

  static long decode(Bytes ticket) {
    return ByteBuffer.wrap(ticket.array()).getLong();
  }
}
