package dev.millrace.node.home;

import dev.millrace.queue.Deadline;
import dev.millrace.queue.Pid;
import dev.millrace.queue.TaskKey;
import dev.millrace.queue.TaskState;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Leased;
import dev.millrace.store.Bytes;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Which rows a task has in a state: its own, and those that lead to it, which have no value. */
final class TaskRows {
  private TaskRows() {}

  static List<RowKey> all(int slot, TaskKey task, TaskState state) {
    var rows = new ArrayList<>(leading(slot, task, state));
    rows.add(own(slot, task, state));
    return rows;
  }

  static RowKey own(int slot, TaskKey task, TaskState state) {
    return switch (state) {
      case Available() -> available(slot, task);
      case Delayed _, Leased _ -> held(slot, task);
    };
  }

  static List<RowKey> leading(int slot, TaskKey task, TaskState state) {
    return switch (state) {
      case Available() -> List.of();
      case Delayed(long until) -> List.of(deadline(slot, task, until));
      case Leased(var holder, _, long until) ->
          List.of(deadline(slot, task, until), lease(slot, holder.name(), task));
    };
  }

  static RowKey available(int slot, TaskKey task) {
    return new RowName.Task(slot, task.queueId(), bytes(task.pid())).key();
  }

  static RowKey held(int slot, TaskKey task) {
    return new RowName.Held(slot, task.queueId(), bytes(task.pid())).key();
  }

  private static RowKey deadline(int slot, TaskKey task, long millis) {
    return new RowName.Deadline(slot, millis, task.queueId(), bytes(task.pid())).key();
  }

  private static RowKey lease(int slot, String holder, TaskKey task) {
    return new RowName.Lease(slot, bytes(holder), task.queueId(), bytes(task.pid())).key();
  }

  static Bytes bytes(Pid pid) {
    return Bytes.of(pid.bytes());
  }

  static Bytes bytes(String text) {
    return Bytes.of(text.getBytes(StandardCharsets.UTF_8));
  }

  static Deadline deadline(RowName.Deadline name) {
    return new Deadline(name.timeMillis(), name.queueId(), Pid.of(name.pid().array()));
  }
}
