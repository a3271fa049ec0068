package dev.millrace.node.keep;

import dev.millrace.queue.Change.QueuePut;
import dev.millrace.queue.Change.TaskPut;
import dev.millrace.queue.Pid;
import dev.millrace.queue.StoredCodec;
import dev.millrace.queue.StoredSlot.StoredRequest;
import dev.millrace.store.Bytes;
import dev.millrace.store.KeyRange;
import dev.millrace.store.Row;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.RowRanges;
import dev.millrace.store.Snapshot;
import dev.millrace.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Reads what can be read of a slot in a damaged store, and counts what can't. */
final class BaseRows {
  private static final long CHUNK_BYTES = 8L << 20;

  private final Snapshot snapshot;
  private final SalvagedSlot slot;
  private final SalvageTarget target;
  private long badPlaces;
  private long badRows;

  BaseRows(Snapshot snapshot, SalvagedSlot slot, SalvageTarget target) {
    this.snapshot = snapshot;
    this.slot = slot;
    this.target = target;
  }

  /** Saves all of the slot. */
  void save() {
    int number = slot.number;
    find(new RowName.Meta(number).key())
        .map(StoredCodec::decodeMeta)
        .ifPresent(meta -> slot.begin(ticket(), meta.timeMillis(), meta.lastQueueId()));
    Set<Long> dying = new HashSet<>();
    each(RowRanges.reaps(number), row -> dying.add(((RowName.Reap) name(row)).queueId()));
    each(RowRanges.queues(number), this::takeQueue);
    find(new RowName.Policies(number).key())
        .map(StoredCodec::decodePolicies)
        .ifPresent(document -> slot.apply(0, new dev.millrace.queue.Change.PoliciesPut(document)));
    each(RowRanges.clients(number), this::takeFloor);
    each(
        RowRanges.requests(number),
        row ->
            slot.requests()
                .keep(
                    new StoredRequest(
                        ((RowName.Request) name(row)).ticket(),
                        StoredCodec.decodeRequest(row.value().array()))));
    saveTasks(RowRanges.tasks(number), dying);
    saveTasks(RowRanges.held(number), dying);
  }

  private long ticket() {
    try {
      return snapshot.ticket(slot.number);
    } catch (StoreException e) {
      badPlaces++;
      return 0; // then the journal is applied from where it begins, which changes nothing twice
    }
  }

  private Optional<byte[]> find(RowKey key) {
    try {
      return Optional.ofNullable(snapshot.find(List.of(key)).get(key)).map(Bytes::array);
    } catch (StoreException e) {
      badPlaces++;
      return Optional.empty();
    }
  }

  private void takeQueue(Row row) {
    long id = ((RowName.Queue) name(row)).queueId();
    var queue = StoredCodec.decodeQueue(id, row.value().array());
    slot.apply(0, new QueuePut(id, queue.name(), queue.paused()));
    slot.apply(0, queue.counts());
  }

  private void takeFloor(Row row) {
    var client = ((RowName.Client) name(row)).client().array();
    slot.requests()
        .raise(
            new String(client, StandardCharsets.UTF_8),
            StoredCodec.decodeFloor(row.value().array()));
  }

  private void saveTasks(KeyRange range, Set<Long> dying) {
    List<TaskPut> chunk = new ArrayList<>();
    var bytes = new long[1];
    each(
        range,
        row -> {
          var put = task(name(row), row.value());
          if (!dying.contains(put.queueId())) {
            chunk.add(put);
            bytes[0] += row.key().length() + row.value().length();
          }
          if (bytes[0] >= CHUNK_BYTES) {
            target.put(slot, chunk);
            chunk.clear();
            bytes[0] = 0;
          }
        });
    target.put(slot, chunk);
  }

  /** Reads the row of a task, of either kind. */
  static TaskPut task(RowName name, Bytes value) {
    return switch (name) {
      case RowName.Task(_, long queueId, Bytes pid) -> task(queueId, pid, value);
      case RowName.Held(_, long queueId, Bytes pid) -> task(queueId, pid, value);
      default -> throw new IllegalArgumentException("no row of a task");
    };
  }

  private static TaskPut task(long queueId, Bytes pid, Bytes value) {
    return new TaskPut(queueId, StoredCodec.decodeTask(Pid.of(pid.array()), value.array()));
  }

  private static RowName name(Row row) {
    return RowName.of(row.key());
  }

  private void each(KeyRange range, Consumer<Row> take) {
    var rows = new PatientCursor(snapshot, range);
    while (rows.hasNext()) {
      try {
        take.accept(rows.next());
      } catch (IllegalArgumentException e) {
        badRows++;
      }
    }
    badPlaces += rows.badPlaces();
  }

  /** Places that could not be read; each may have held many rows. */
  long badPlaces() {
    return badPlaces;
  }

  /** Rows that make no sense. */
  long badRows() {
    return badRows;
  }
}
