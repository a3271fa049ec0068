package dev.millrace.simulation;

import dev.millrace.queue.Change;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Step;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a slot holds by the changes that it journaled, without a look at the slot or the {@link
 * Model}.
 */
final class Contents {
  private final TreeMap<QueueName, Long> ids = new TreeMap<>();

  /** By the number of a queue's life; never changed, but replaced, so that copies share them. */
  private final TreeMap<Long, TreeMap<Pid, Task>> tasks = new TreeMap<>();

  Contents copy() {
    var copy = new Contents();
    copy.ids.putAll(ids);
    copy.tasks.putAll(tasks);
    return copy;
  }

  void apply(Step step) {
    for (Change change : step.changes()) {
      switch (change) {
        case Change.QueuePut(long id, var name, _) -> ids.put(name, id);
        case Change.QueueGone(long id) -> {
          ids.values().removeIf(one -> one == id);
          tasks.remove(id);
        }
        case Change.TaskPut(long id, var task) -> put(id, task);
        case Change.TaskChanged(long id, var pid, var state, long lease, var past) -> {
          Task before = tasks.getOrDefault(id, new TreeMap<>()).get(pid);
          if (before == null) {
            throw new Violation("D3", "%s changes a task that isn't there".formatted(change));
          }
          put(
              id,
              new Task(
                  pid, before.data(), state, before.enqueuedMillis(), lease, past, before.again()));
        }
        case Change.TaskGone(long id, var pid) -> changed(id).remove(pid);
        case Change.QueueCounts _, Change.PoliciesPut _, Change.RequestKept _ -> {}
      }
    }
  }

  private void put(long id, Task task) {
    changed(id).put(task.pid(), task);
  }

  private Map<Pid, Task> changed(long id) {
    var next = new TreeMap<Pid, Task>(ByteOrder::compare);
    next.putAll(tasks.getOrDefault(id, new TreeMap<>()));
    tasks.put(id, next);
    return next;
  }

  List<Task> tasks(QueueName queue) {
    Long id = ids.get(queue);
    return id == null ? List.of() : List.copyOf(tasks.getOrDefault(id, new TreeMap<>()).values());
  }

  List<Pid> available(QueueName queue) {
    return tasks(queue).stream()
        .filter(task -> task.state().kind() == Kind.AVAILABLE)
        .map(Task::pid)
        .toList();
  }
}
