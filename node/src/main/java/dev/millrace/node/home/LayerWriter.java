package dev.millrace.node.home;

import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.FrozenLayer.GoneQueue;
import dev.millrace.queue.FrozenLayer.TaskChange;
import dev.millrace.queue.PolicyDocument;
import dev.millrace.queue.StoredCodec;
import dev.millrace.queue.StoredQueue;
import dev.millrace.queue.StoredSlot.StoredRequest;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskEncoder;
import dev.millrace.queue.TaskKey;
import dev.millrace.queue.TaskState;
import dev.millrace.store.Bytes;
import dev.millrace.store.Layer;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.RowRanges;
import dev.millrace.store.RowValue;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a slot froze, as rows. A task's state in the store says which rows it has there, so no row
 * is read: those that the next state doesn't have are deleted, those that it has already stay.
 */
public final class LayerWriter {
  /** A task's own row, encoded when the store takes it. */
  private record TaskValue(Task task, int lengthEstimate, TaskEncoder encoder) implements RowValue {
    @Override
    public Bytes bytes() {
      return Bytes.of(StoredCodec.encodeTask(task));
    }

    @Override
    public ByteBuffer view() {
      return encoder.encode(task);
    }
  }

  private final int slot;
  private final Layer.Builder layer = Layer.builder();
  private final TaskEncoder encoder = new TaskEncoder();

  private LayerWriter(int slot) {
    this.slot = slot;
  }

  /**
   * The layer.
   *
   * @throws IllegalArgumentException if it is larger than {@link Layer#BYTES_MAX}
   */
  public static Layer write(FrozenLayer frozen) {
    var writer = new LayerWriter(frozen.slot());
    writer.layer.ticket(frozen.slot(), frozen.ticket());
    writer.putMeta(frozen);
    writer.putPolicies(frozen.policies());
    writer.putRequests(frozen.requests(), frozen.requestsFrom());
    frozen.floors().forEach(writer::putFloor);
    frozen.queues().forEach(writer::putQueue);
    frozen.goneQueues().forEach(writer::removeQueue);
    writer.putTasks(frozen.tasks());
    return writer.layer.build();
  }

  private void putMeta(FrozenLayer frozen) {
    var meta = new StoredCodec.Meta(frozen.timeMillis(), frozen.lastQueueId());
    put(new RowName.Meta(slot), StoredCodec.encodeMeta(meta));
  }

  private void putPolicies(@Nullable PolicyDocument policies) {
    if (policies != null) {
      put(new RowName.Policies(slot), StoredCodec.encodePolicies(policies));
    }
  }

  private void putRequests(List<StoredRequest> requests, long from) {
    // No ticket is below 1.
    if (from > 1) {
      layer.deleteRange(RowRanges.requestsBefore(slot, from));
    }
    for (var request : requests) {
      // One that came and was forgotten in the same layer would outlive the range.
      if (request.ticket() >= from) {
        put(new RowName.Request(slot, request.ticket()), StoredCodec.encodeRequest(request.kept()));
      }
    }
  }

  private void putFloor(String client, long floor) {
    var name = new RowName.Client(slot, TaskRows.bytes(client));
    if (floor == FrozenLayer.NO_FLOOR) {
      layer.delete(name.key());
    } else {
      put(name, StoredCodec.encodeFloor(floor));
    }
  }

  private void putQueue(StoredQueue queue) {
    put(new RowName.Queue(slot, queue.id()), StoredCodec.encodeQueue(queue));
  }

  private void removeQueue(GoneQueue gone) {
    layer.delete(new RowName.Queue(slot, gone.id()).key());
    if (gone.hadTasks()) {
      layer.put(new RowName.Reap(slot, gone.id()).key(), Bytes.EMPTY);
    }
  }

  /** Queue by queue, so that rows come to the layer almost in their order. */
  private void putTasks(Map<TaskKey, TaskChange> tasks) {
    SortedMap<Long, List<Map.Entry<TaskKey, TaskChange>>> byQueue = new TreeMap<>();
    List<Map.Entry<TaskKey, TaskChange>> ofLast = List.of();
    long last = 0;
    for (var task : tasks.entrySet()) {
      long queueId = task.getKey().queueId();
      // Changes of a queue mostly come together.
      if (ofLast.isEmpty() || queueId != last) {
        ofLast = byQueue.computeIfAbsent(queueId, _ -> new ArrayList<>());
        last = queueId;
      }
      ofLast.add(task);
    }
    for (var ofQueue : byQueue.values()) {
      ofQueue.forEach(task -> putTask(task.getKey(), task.getValue()));
    }
  }

  private void putTask(TaskKey key, TaskChange change) {
    TaskState before = change.before();
    List<RowKey> present = before == null ? List.of() : TaskRows.all(slot, key, before);
    Task after = change.after();
    if (after == null) {
      present.forEach(layer::delete);
      return;
    }
    RowKey own = TaskRows.own(slot, key, after.state());
    List<RowKey> leading = TaskRows.leading(slot, key, after.state());
    for (RowKey row : present) {
      if (!row.equals(own) && !leading.contains(row)) {
        layer.delete(row);
      }
    }
    layer.put(own, new TaskValue(after, StoredCodec.taskBytesEstimate(after), encoder));
    for (RowKey row : leading) {
      if (!present.contains(row)) {
        layer.put(row, Bytes.EMPTY);
      }
    }
  }

  private void put(RowName name, byte[] value) {
    layer.put(name.key(), Bytes.of(value));
  }
}
