package dev.millrace.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/** Short words for keys, values and what is in a store. */
public final class Rows {
  public static final ScanLimit ALL = new ScanLimit(Integer.MAX_VALUE, Long.MAX_VALUE);

  private Rows() {}

  /** The key of a task in slot 0, queue 1. */
  public static RowKey task(String pid) {
    return task(0, 1, pid);
  }

  public static RowKey task(int slot, long queueId, String pid) {
    return new RowName.Task(slot, queueId, value(pid)).key();
  }

  public static Bytes value(String text) {
    return Bytes.of(text.getBytes(UTF_8));
  }

  public static Row row(String pid, String value) {
    return new Row(task(pid), value(value));
  }

  /** A layer that puts these tasks of slot 0, queue 1, each with its PID as value. */
  public static Layer puts(long ticket, String... pids) {
    var layer = Layer.builder().ticket(0, ticket);
    for (var pid : pids) {
      layer.put(task(pid), value(pid));
    }
    return layer.build();
  }

  public static Layer deletes(long ticket, String... pids) {
    var layer = Layer.builder().ticket(0, ticket);
    for (var pid : pids) {
      layer.delete(task(pid));
    }
    return layer.build();
  }

  /** The PIDs of the tasks of slot 0, queue 1. */
  public static List<String> pids(Store store) {
    try (var snapshot = store.snapshot()) {
      return pids(snapshot);
    }
  }

  public static List<String> pids(Snapshot snapshot) {
    return pids(snapshot.scan(RowRanges.tasks(0, 1), ALL));
  }

  public static List<String> pids(Scan scan) {
    return scan.rows().stream()
        .map(row -> ((RowName.Task) RowName.of(row.key())).pid())
        .map(pid -> new String(pid.array(), UTF_8))
        .toList();
  }

  /** Everything in the store, tickets too. */
  public static List<Row> everything(Store store) {
    var rows = new ArrayList<Row>();
    try (var snapshot = store.snapshot()) {
      for (int slot = 0; slot < store.slots(); slot++) {
        rows.addAll(snapshot.scan(RowRanges.slot(slot), ALL).rows());
      }
    }
    return rows;
  }
}
