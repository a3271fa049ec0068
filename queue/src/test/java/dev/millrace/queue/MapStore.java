package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.FrozenLayer.GoneQueue;
import dev.millrace.queue.StoredSlot.StoredRequest;
import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Leased;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A store that is a few maps, and checks what it is told. */
final class MapStore {
  private final NavigableMap<TaskKey, Task> tasks = new TreeMap<>();
  private final NavigableMap<Long, StoredQueue> queues = new TreeMap<>();
  private final NavigableMap<Long, StoredRequest> requests = new TreeMap<>();
  private final Map<String, Long> floors = new HashMap<>();
  private PolicyDocument policies = PolicyDocument.EMPTY;
  private long ticket;
  private long timeMillis;
  private long lastQueueId;

  /** Tasks that were looked up or scanned. */
  private long reads;

  long ticket() {
    return ticket;
  }

  long reads() {
    return reads;
  }

  void apply(FrozenLayer layer) {
    assertThat(layer.ticket()).isGreaterThan(ticket);
    assertThat(layer.lastQueueId()).isGreaterThanOrEqualTo(lastQueueId);
    ticket = layer.ticket();
    timeMillis = layer.timeMillis();
    lastQueueId = layer.lastQueueId();
    layer.tasks().forEach((key, change) -> apply(layer, key, change));
    layer.queues().forEach(queue -> queues.put(queue.id(), queue));
    for (GoneQueue gone : layer.goneQueues()) {
      queues.remove(gone.id());
      boolean leftTasks = tasks.keySet().removeIf(key -> key.queueId() == gone.id());
      assertThat(leftTasks && !gone.hadTasks()).as("tasks of a queue that had none").isFalse();
    }
    if (layer.policies() != null) {
      policies = layer.policies();
    }
    layer.requests().forEach(request -> requests.put(request.ticket(), request));
    requests.headMap(layer.requestsFrom()).clear();
    layer.floors().forEach(this::setFloor);
  }

  private void setFloor(String client, long floor) {
    if (floor == FrozenLayer.NO_FLOOR) {
      floors.remove(client);
    } else {
      floors.put(client, floor);
    }
  }

  private void apply(FrozenLayer layer, TaskKey key, FrozenLayer.TaskChange change) {
    if (layer.goneQueues().stream()
        .anyMatch(gone -> gone.id() == key.queueId() && gone.hadTasks())) {
      return;
    }
    Task before = tasks.get(key);
    assertThat(before == null ? null : before.state())
        .as("state before")
        .isEqualTo(change.before());
    Task after = change.after();
    if (after == null) {
      tasks.remove(key);
    } else {
      tasks.put(key, after);
    }
  }

  StoredSlot slot() {
    return new StoredSlot(
        ticket,
        timeMillis,
        lastQueueId,
        policies,
        Map.copyOf(floors),
        List.copyOf(requests.values()),
        List.copyOf(queues.values()));
  }

  List<Finding> read(List<Need> needs) {
    return needs.stream().map(this::read).toList();
  }

  private Finding read(Need need) {
    return switch (need) {
      case Need.OneTask(long queueId, var pid) -> {
        reads++;
        yield new Finding.OneTask(tasks.get(new TaskKey(queueId, pid)));
      }
      case Need.AvailableTasks(long queueId, var from, int max, _) ->
          scan(queueId, from, max, task -> task.state() instanceof Available);
      case Need.AnyTasks(long queueId, var from, boolean available, boolean held, int max) ->
          scan(queueId, from, max, task -> task.state() instanceof Available ? available : held);
      case Need.NextDeadlines(var after, int max) -> deadlines(after, max);
      case Need.LeasesOf(var holder, var after, int max) -> leases(holder, after, max);
    };
  }

  private Finding scan(long queueId, Position from, int max, Predicate<Task> which) {
    List<Task> found = new ArrayList<>();
    for (var entry : tasks.tailMap(new TaskKey(queueId, from.pid()), !from.isBehind()).entrySet()) {
      if (entry.getKey().queueId() != queueId) {
        break;
      }
      if (which.test(entry.getValue())) {
        found.add(entry.getValue());
      }
    }
    boolean isComplete = found.size() <= max;
    List<Task> page = isComplete ? found : found.subList(0, max);
    reads += page.size();
    return new Finding.Tasks(page, isComplete);
  }

  private Finding deadlines(@Nullable Deadline after, int max) {
    List<Deadline> found =
        tasks.entrySet().stream()
            .filter(entry -> untilOf(entry.getValue()) >= 0)
            .map(
                entry ->
                    new Deadline(
                        untilOf(entry.getValue()), entry.getKey().queueId(), entry.getKey().pid()))
            .filter(deadline -> after == null || deadline.compareTo(after) > 0)
            .sorted()
            .toList();
    boolean isComplete = found.size() <= max;
    return new Finding.Deadlines(isComplete ? found : found.subList(0, max), isComplete);
  }

  private static long untilOf(Task task) {
    return switch (task.state()) {
      case Available() -> -1;
      case Delayed(long untilMillis) -> untilMillis;
      case Leased(_, _, long untilMillis) -> untilMillis;
    };
  }

  private Finding leases(String holder, @Nullable TaskKey after, int max) {
    List<TaskKey> found =
        tasks.entrySet().stream()
            .filter(
                entry ->
                    entry.getValue().state() instanceof Leased(var by, _, _)
                        && by.name().equals(holder))
            .map(Map.Entry::getKey)
            .filter(key -> after == null || key.compareTo(after) > 0)
            .toList();
    boolean isComplete = found.size() <= max;
    return new Finding.Leases(isComplete ? found : found.subList(0, max), isComplete);
  }
}
