package dev.millrace.node.home;

import dev.millrace.queue.Pid;
import dev.millrace.queue.PolicyDocument;
import dev.millrace.queue.StoredCodec;
import dev.millrace.queue.StoredQueue;
import dev.millrace.queue.StoredSlot.StoredRequest;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskKey;
import dev.millrace.store.Bytes;
import dev.millrace.store.Row;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Reads rows. One that isn't what its place says is damage, and is named. */
final class RowValues {
  private RowValues() {}

  /** A task with the queue that it is in. */
  record Placed(long queueId, Task task) {
    TaskKey key() {
      return new TaskKey(queueId, task.pid());
    }
  }

  /** A task's own row, of either kind. */
  static Placed task(Row row) {
    var key = taskOf(row.key());
    return read(
        row.key(),
        _ -> new Placed(key.queueId(), StoredCodec.decodeTask(key.pid(), row.value().array())));
  }

  static StoredQueue queue(Row row) {
    return read(
        row.key(),
        name -> StoredCodec.decodeQueue(((RowName.Queue) name).queueId(), row.value().array()));
  }

  static StoredRequest request(Row row) {
    return read(
        row.key(),
        name ->
            new StoredRequest(
                ((RowName.Request) name).ticket(), StoredCodec.decodeRequest(row.value().array())));
  }

  static String client(Row row) {
    return read(
        row.key(),
        name -> new String(((RowName.Client) name).client().array(), StandardCharsets.UTF_8));
  }

  static long floor(Row row) {
    return read(row.key(), _ -> StoredCodec.decodeFloor(row.value().array()));
  }

  static StoredCodec.Meta meta(Row row) {
    return read(row.key(), _ -> StoredCodec.decodeMeta(row.value().array()));
  }

  static PolicyDocument policies(Row row) {
    return read(row.key(), _ -> StoredCodec.decodePolicies(row.value().array()));
  }

  static RowName.Deadline deadline(Row row) {
    return read(row.key(), RowName.Deadline.class::cast);
  }

  /** The task whose own row this is, or that it leads to. */
  static TaskKey taskOf(RowKey key) {
    return read(
        key,
        name ->
            switch (name) {
              case RowName.Task(_, long queueId, Bytes pid) -> taskKey(queueId, pid);
              case RowName.Held(_, long queueId, Bytes pid) -> taskKey(queueId, pid);
              case RowName.Deadline(_, _, long queueId, Bytes pid) -> taskKey(queueId, pid);
              case RowName.Lease(_, _, long queueId, Bytes pid) -> taskKey(queueId, pid);
              case RowName.Ticket _,
                  RowName.Meta _,
                  RowName.Policies _,
                  RowName.Request _,
                  RowName.Client _,
                  RowName.Queue _,
                  RowName.Reap _ ->
                  throw new IllegalArgumentException("no row of a task");
            });
  }

  private static TaskKey taskKey(long queueId, Bytes pid) {
    return new TaskKey(queueId, Pid.of(pid.array()));
  }

  static RowName.Reap reap(Row row) {
    return read(row.key(), RowName.Reap.class::cast);
  }

  private static <T> T read(RowKey key, Function<RowName, T> read) {
    try {
      return read.apply(RowName.of(key));
    } catch (IllegalArgumentException | ClassCastException e) {
      throw new StoreException(
          Problem.DAMAGED, "row %s can't be read: %s".formatted(key, e.getMessage()), e);
    }
  }
}
