package dev.millrace.node.keep;

import dev.millrace.queue.Change.QueueCounts;
import dev.millrace.queue.Change.TaskChanged;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Task;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What could be read of one life of a queue. */
final class SalvagedQueue {
  final long id;
  private final NavigableMap<Pid, Task> tasks = new TreeMap<>();
  private @Nullable QueueName name;
  private @Nullable QueueCounts lastCounts;
  private boolean paused;

  SalvagedQueue(long id) {
    this.id = id;
  }

  void describe(QueueName queueName, boolean isPaused) {
    name = queueName;
    paused = isPaused;
  }

  void count(QueueCounts counts) {
    lastCounts = counts;
  }

  void put(Task task) {
    tasks.put(task.pid(), task);
  }

  /** Whether the task is there. */
  boolean change(TaskChanged change) {
    Task task = tasks.get(change.pid());
    if (task == null) {
      return false;
    }
    tasks.put(
        task.pid(),
        new Task(
            task.pid(),
            task.data(),
            change.state(),
            task.enqueuedMillis(),
            change.lease(),
            change.past(),
            task.again()));
    return true;
  }

  void remove(Pid pid) {
    tasks.remove(pid);
  }

  /** None if what named it is lost. */
  Optional<QueueName> name() {
    return Optional.ofNullable(name);
  }

  boolean isPaused() {
    return paused;
  }

  NavigableMap<Pid, Task> tasks() {
    return tasks;
  }

  /** How many tasks left the queue, as far as is known. */
  long left() {
    return lastCounts == null ? 0 : lastCounts.left();
  }

  /** How many tasks it should have by its last counters; as many as it has if there are none. */
  long expectedTasks() {
    return lastCounts == null
        ? tasks.size()
        : lastCounts.available() + lastCounts.leased() + lastCounts.delayed();
  }
}
