package dev.millrace.node.load;

import dev.millrace.queue.StoredCodec;
import dev.millrace.store.Bytes;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.Snapshot;
import dev.millrace.store.rocksdb.RocksLoad;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes sorted tasks as rows, leaves out those that are there already, and behind the tasks of a
 * slot what the slot and its queues then are.
 */
final class RowWriter {
  /** So many tasks are looked up together. */
  private static final int ASKED_AT_ONCE = 512;

  private static final byte[] EMPTY = new byte[0];

  private final RocksLoad load;
  private final Snapshot snapshot;
  private final IntFunction<LoadedSlot> slots;
  private final long nowMillis;
  private final long memoryBytes;

  /** Tasks that may be there, and those behind them. */
  private final List<TaskRow> waiting = new ArrayList<>();

  private boolean asks;
  private @Nullable TaskRow last;
  private int slot = -1;
  private @Nullable LoadedQueue queue;
  private TaskSorter deadlines;
  private long created;
  private long collapsed;

  RowWriter(
      RocksLoad load,
      Snapshot snapshot,
      IntFunction<LoadedSlot> slots,
      long nowMillis,
      long memoryBytes) {
    this.load = load;
    this.snapshot = snapshot;
    this.slots = slots;
    this.nowMillis = nowMillis;
    this.memoryBytes = memoryBytes;
    this.deadlines = new TaskSorter(load.folder(), memoryBytes);
  }

  /** Takes the next task in order; of several with one place, the first one counts. */
  void put(TaskRow row) {
    if (last != null && last.isSameTask(row)) {
      collapsed++;
      return;
    }
    last = row;
    int of = row.slot();
    if (of != slot) {
      endSlot();
      slot = of;
    }
    asks |= !row.isSurelyNew();
    waiting.add(row);
    if (waiting.size() == ASKED_AT_ONCE) {
      writeWaiting();
    }
  }

  private void writeWaiting() {
    Map<RowKey, Bytes> present = asks ? snapshot.find(keys()) : Map.of();
    for (TaskRow row : waiting) {
      if (present.containsKey(available(row)) || present.containsKey(held(row))) {
        collapsed++;
      } else {
        write(row);
      }
    }
    waiting.clear();
    asks = false;
  }

  private List<RowKey> keys() {
    List<RowKey> keys = new ArrayList<>();
    for (TaskRow row : waiting) {
      if (!row.isSurelyNew()) {
        keys.add(available(row));
        keys.add(held(row));
      }
    }
    return keys;
  }

  private void write(TaskRow row) {
    load.put(row.isDelayed() ? held(row) : available(row), row.value());
    queueOf(row).add(row.pid(), row.isDelayed());
    created++;
    if (row.isDelayed()) {
      var name =
          new RowName.Deadline(slot, row.untilMillis(), row.queueId(), Bytes.of(row.pid().bytes()));
      try {
        deadlines.add(new TaskRow(name.key().bytes(), true, 0, EMPTY));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private LoadedQueue queueOf(TaskRow row) {
    if (queue == null || queue.id() != row.queueId()) {
      queue = slots.apply(slot).queue(row.queueId());
    }
    return queue;
  }

  private static RowKey available(TaskRow row) {
    return new RowName.Task(row.slot(), row.queueId(), Bytes.of(row.pid().bytes())).key();
  }

  private static RowKey held(TaskRow row) {
    return new RowName.Held(row.slot(), row.queueId(), Bytes.of(row.pid().bytes())).key();
  }

  private void endSlot() {
    if (slot < 0) {
      return;
    }
    writeWaiting();
    try (var sorted = deadlines) {
      sorted.drainTo(row -> load.put(RowKey.of(row.place()), EMPTY));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    deadlines = new TaskSorter(load.folder(), memoryBytes);
    var loaded = slots.apply(slot);
    load.ticket(slot, loaded.ticket());
    var meta = new StoredCodec.Meta(nowMillis, loaded.lastQueueId());
    load.put(new RowName.Meta(slot).key(), StoredCodec.encodeMeta(meta));
    for (var changed : loaded.queues()) {
      if (changed.hasMore()) {
        load.put(
            new RowName.Queue(slot, changed.id()).key(),
            StoredCodec.encodeQueue(changed.stored(nowMillis)));
      }
    }
    queue = null;
  }

  /** Writes what is still to be written. */
  void finish() {
    endSlot();
    slot = -1;
  }

  long created() {
    return created;
  }

  long collapsed() {
    return collapsed;
  }
}
