package dev.millrace.node.keep;

import dev.millrace.queue.Change.QueueCounts;
import dev.millrace.queue.Position;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.StoredQueue;
import dev.millrace.queue.Task;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What could be read of one life of a queue, but for its tasks, which are only counted. */
final class SalvagedQueue {
  final long id;
  private @Nullable QueueName name;
  private @Nullable QueueCounts lastCounts;
  private boolean paused;
  private long available;
  private long leased;
  private long delayed;

  SalvagedQueue(long id) {
    this.id = id;
  }

  void describe(QueueName queueName, boolean isPaused) {
    name = queueName;
    paused = isPaused;
  }

  /** Takes the counters that were last written. */
  void expect(QueueCounts counts) {
    lastCounts = counts;
  }

  /** Counts a task that was saved. */
  void count(Task task) {
    switch (task.state().kind()) {
      case AVAILABLE -> available++;
      case LEASED -> leased++;
      case DELAYED -> delayed++;
    }
  }

  /** None if what named it is lost. */
  Optional<QueueName> name() {
    return Optional.ofNullable(name);
  }

  boolean isKnown() {
    return name != null || tasks() > 0;
  }

  long tasks() {
    return available + leased + delayed;
  }

  /** How many tasks are missing by its last counters; negative if there are too many. */
  long missingTasks() {
    return lastCounts == null
        ? 0
        : lastCounts.available() + lastCounts.leased() + lastCounts.delayed() - tasks();
  }

  StoredQueue stored(QueueName nameIfLost) {
    long left = lastCounts == null ? 0 : lastCounts.left();
    return new StoredQueue(
        id,
        name().orElse(nameIfLost),
        paused,
        new QueueCounts(id, available, leased, delayed, left + tasks(), left),
        Position.START,
        StoredQueue.UNKNOWN);
  }
}
