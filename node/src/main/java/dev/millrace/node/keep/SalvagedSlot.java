package dev.millrace.node.keep;

import dev.millrace.queue.Change;
import dev.millrace.queue.FrozenLayer;
import dev.millrace.queue.FrozenLayer.GoneQueue;
import dev.millrace.queue.FrozenLayer.TaskChange;
import dev.millrace.queue.PolicyDocument;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.StepCodec.Journaled;
import dev.millrace.queue.StoredQueue;
import dev.millrace.queue.StoredSlot.StoredRequest;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What could be read of a slot. Applies steps though some before them are missing: changes are
 * final states, so each can be applied alone, but for one that leaves a task's data as it was when
 * the task itself is missing. Has all queues in memory, and those tasks that changed since the last
 * layer.
 */
final class SalvagedSlot {
  final int number;
  private final Map<Long, SalvagedQueue> queues = new TreeMap<>();
  private final Map<QueueName, SalvagedQueue> byName = new HashMap<>();
  private final SalvagedRequests requests = new SalvagedRequests();
  private final Map<TaskKey, TaskChange> tasks = new TreeMap<>();
  private final Set<Long> gone = new HashSet<>();
  private PolicyDocument policies = PolicyDocument.EMPTY;
  private long timeMillis;
  private long lastTicket;
  private long lastQueueId;
  private long changesWithoutTask;

  SalvagedSlot(int number) {
    this.number = number;
  }

  /** Takes over up to where a store had everything. */
  void begin(long ticket, long time, long queueId) {
    lastTicket = ticket;
    timeMillis = time;
    lastQueueId = queueId;
  }

  /** Learns a task that the new store has already. */
  void learn(TaskKey key, Task task) {
    tasks.putIfAbsent(key, new TaskChange(task.state(), task));
  }

  boolean knows(TaskKey key) {
    return tasks.containsKey(key);
  }

  /** Applies a step; the tasks that it names and that are saved must have been learned. */
  void apply(Journaled step) {
    lastTicket = Math.max(lastTicket, step.ticket());
    timeMillis = Math.max(timeMillis, step.timeMillis());
    step.changes().forEach(change -> apply(step.ticket(), change));
  }

  void apply(long ticket, Change change) {
    switch (change) {
      case Change.QueuePut(long id, var name, boolean paused) -> describe(id, name, paused);
      case Change.QueueCounts counts -> queue(counts.id()).expect(counts);
      case Change.QueueGone(long id) -> remove(id);
      case Change.TaskPut(long queueId, var task) -> {
        var _ = queue(queueId);
        put(new TaskKey(queueId, task.pid()), task);
      }
      case Change.TaskChanged changed -> change(changed);
      case Change.TaskGone(long queueId, var pid) -> {
        var key = new TaskKey(queueId, pid);
        tasks.computeIfPresent(key, (_, edit) -> new TaskChange(edit.before(), null));
      }
      case Change.PoliciesPut(var document) -> policies = document;
      case Change.RequestKept kept -> requests.keep(new StoredRequest(ticket, kept));
    }
  }

  private void put(TaskKey key, Task task) {
    var edit = tasks.get(key);
    tasks.put(key, new TaskChange(edit == null ? null : edit.before(), task));
  }

  private void change(Change.TaskChanged change) {
    var key = new TaskKey(change.queueId(), change.pid());
    var edit = tasks.get(key);
    Task task = edit == null ? null : edit.after();
    if (task == null) {
      changesWithoutTask++;
    } else {
      put(
          key,
          new Task(
              task.pid(),
              task.data(),
              change.state(),
              task.enqueuedMillis(),
              change.lease(),
              change.past(),
              task.again()));
    }
  }

  private void describe(long id, QueueName name, boolean paused) {
    SalvagedQueue queue = queue(id);
    queue.describe(name, paused);
    SalvagedQueue before = byName.put(name, queue);
    if (before != null && before.id != id) {
      remove(before.id); // a name has one life at a time: what ended this one is missing
      byName.put(name, queue);
    }
  }

  private void remove(long id) {
    SalvagedQueue queue = queues.remove(id);
    if (queue != null) {
      queue.name().ifPresent(name -> byName.remove(name, queue));
    }
    gone.add(id);
    tasks.keySet().removeIf(key -> key.queueId() == id);
  }

  SalvagedQueue queue(long id) {
    lastQueueId = Math.max(lastQueueId, id);
    return queues.computeIfAbsent(id, SalvagedQueue::new);
  }

  /** What changed since this was called last. */
  FrozenLayer takeChanges() {
    var changed = new HashMap<>(tasks);
    changed.values().removeIf(edit -> edit.before() == null && edit.after() == null);
    var goneQueues = gone.stream().map(id -> new GoneQueue(id, true)).toList();
    tasks.clear();
    gone.clear();
    return layer(changed, List.of(), goneQueues);
  }

  /** All but tasks, when all tasks have been counted. */
  FrozenLayer rest(Collection<StoredQueue> counted) {
    var layer = layer(Map.of(), new ArrayList<>(counted), List.of());
    return new FrozenLayer(
        layer.slot(),
        layer.ticket(),
        layer.timeMillis(),
        layer.lastQueueId(),
        0,
        Map.of(),
        layer.queues(),
        List.of(),
        policies.equals(PolicyDocument.EMPTY) ? null : policies,
        requests.recent(),
        0,
        requests.floors());
  }

  private FrozenLayer layer(
      Map<TaskKey, TaskChange> changed, List<StoredQueue> counted, List<GoneQueue> goneQueues) {
    return new FrozenLayer(
        number,
        Math.max(1, lastTicket),
        timeMillis,
        lastQueueId,
        0,
        changed,
        counted,
        goneQueues,
        null,
        List.of(),
        0,
        Map.of());
  }

  /** By growing id. */
  Collection<SalvagedQueue> queues() {
    return queues.values();
  }

  SalvagedRequests requests() {
    return requests;
  }

  long lastTicket() {
    return lastTicket;
  }

  /** Changes of tasks that aren't there, which were left out. */
  long changesWithoutTask() {
    return changesWithoutTask;
  }
}
