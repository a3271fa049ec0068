package dev.millrace.node.keep;

import dev.millrace.queue.Change;
import dev.millrace.queue.PolicyDocument;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.StepCodec.Journaled;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What could be read of a slot. Applies steps though some before them are missing: changes are
 * final states, so each can be applied alone, but for one that leaves a task's data as it was when
 * the task itself is missing.
 */
final class SalvagedSlot {
  private final Map<Long, SalvagedQueue> queues = new TreeMap<>();
  private final Map<QueueName, SalvagedQueue> byName = new HashMap<>();
  private final SalvagedRequests requests = new SalvagedRequests();
  private PolicyDocument policies = PolicyDocument.EMPTY;
  private long timeMillis;
  private long lastTicket;
  private long changesWithoutTask;

  void apply(Journaled step) {
    lastTicket = step.ticket();
    timeMillis = Math.max(timeMillis, step.timeMillis());
    step.changes().forEach(this::apply);
  }

  private void apply(Change change) {
    switch (change) {
      case Change.QueuePut(long id, var name, boolean paused) -> describe(id, name, paused);
      case Change.QueueCounts counts -> queue(counts.id()).count(counts);
      case Change.QueueGone(long id) -> remove(id);
      case Change.TaskPut(long queueId, var task) -> queue(queueId).put(task);
      case Change.TaskChanged changed -> {
        if (!queue(changed.queueId()).change(changed)) {
          changesWithoutTask++;
        }
      }
      case Change.TaskGone(long queueId, var pid) -> queue(queueId).remove(pid);
      case Change.PoliciesPut(var document) -> policies = document;
      case Change.RequestKept kept -> requests.keep(kept);
    }
  }

  private void describe(long id, QueueName name, boolean paused) {
    SalvagedQueue queue = queue(id);
    queue.describe(name, paused);
    SalvagedQueue before = byName.put(name, queue);
    if (before != null && before.id != id) {
      queues.remove(before.id); // a name has one life at a time: what ended this one is missing
    }
  }

  private void remove(long id) {
    SalvagedQueue queue = queues.remove(id);
    if (queue != null) {
      queue.name().ifPresent(name -> byName.remove(name, queue));
    }
  }

  private SalvagedQueue queue(long id) {
    return queues.computeIfAbsent(id, SalvagedQueue::new);
  }

  /** By growing id. */
  Collection<SalvagedQueue> queues() {
    return queues.values();
  }

  SalvagedRequests requests() {
    return requests;
  }

  PolicyDocument policies() {
    return policies;
  }

  long timeMillis() {
    return timeMillis;
  }

  long lastTicket() {
    return lastTicket;
  }

  /** Changes of tasks that aren't there, which were left out. */
  long changesWithoutTask() {
    return changesWithoutTask;
  }
}
