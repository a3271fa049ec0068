package dev.millrace.node.home;

import dev.millrace.queue.Deadline;
import dev.millrace.queue.Finding;
import dev.millrace.queue.Need;
import dev.millrace.queue.Position;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskKey;
import dev.millrace.queue.TaskState;
import dev.millrace.queue.TaskState.Leased;
import java.util.List;
import java.util.function.Predicate;

/** What must be found, by looking at everything. */
final class Expected {
  private final RandomLayers layers;

  Expected(RandomLayers layers) {
    this.layers = layers;
  }

  Finding of(Need need) {
    return switch (need) {
      case Need.OneTask(long queueId, var pid) ->
          new Finding.OneTask(layers.tasks.get(new TaskKey(queueId, pid)));
      case Need.AvailableTasks(long queueId, var from, int max, _) ->
          tasks(queueId, from, max, Expected::isAvailable);
      case Need.AnyTasks(long queueId, var from, boolean available, boolean held, int max) ->
          tasks(queueId, from, max, task -> isAvailable(task) ? available : held);
      case Need.NextDeadlines(var after, int max) -> {
        var all =
            layers.tasks.entrySet().stream()
                .filter(entry -> !isAvailable(entry.getValue()))
                .map(entry -> deadline(entry.getKey(), entry.getValue().state()))
                .filter(deadline -> after == null || deadline.compareTo(after) > 0)
                .sorted()
                .toList();
        yield new Finding.Deadlines(first(all, max), all.size() <= max);
      }
      case Need.LeasesOf(var holder, var after, int max) -> {
        var all =
            layers.tasks.entrySet().stream()
                .filter(
                    entry ->
                        entry.getValue().state() instanceof Leased leased
                            && leased.holder().name().equals(holder))
                .map(entry -> entry.getKey())
                .filter(key -> after == null || key.compareTo(after) > 0)
                .toList();
        yield new Finding.Leases(first(all, max), all.size() <= max);
      }
    };
  }

  private Finding.Tasks tasks(long queueId, Position from, int max, Predicate<Task> wanted) {
    var all =
        layers.tasksOf(queueId).stream()
            .filter(task -> !from.isAfter(task.pid()))
            .filter(wanted)
            .toList();
    return new Finding.Tasks(first(all, max), all.size() <= max);
  }

  private static <T> List<T> first(List<T> all, int max) {
    return all.subList(0, Math.min(max, all.size()));
  }

  private static boolean isAvailable(Task task) {
    return task.state() instanceof TaskState.Available;
  }

  private static Deadline deadline(TaskKey key, TaskState state) {
    long millis =
        switch (state) {
          case TaskState.Available() -> throw new IllegalArgumentException("no deadline");
          case TaskState.Delayed(long until) -> until;
          case Leased(_, _, long until) -> until;
        };
    return new Deadline(millis, key.queueId(), key.pid());
  }
}
