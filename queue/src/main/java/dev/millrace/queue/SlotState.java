package dev.millrace.queue;

import java.util.List;

/**
 * All that a slot remembers, but for who waits: its queues, policies and finished requests, its
 * time and its numbers.
 */
final class SlotState {
  private final Queues queues = new Queues();
  private final RequestWindow requests;
  private PolicyDocument policies = PolicyDocument.EMPTY;
  private long lastTicket;
  private long lastQueueId;
  private long timeMillis;

  SlotState(Limits limits) {
    requests = new RequestWindow(limits.keptRequestsBytesMax(), limits.keptRequestsMillis());
  }

  Queues queues() {
    return queues;
  }

  RequestWindow requests() {
    return requests;
  }

  PolicyDocument policies() {
    return policies;
  }

  void setPolicies(PolicyDocument document) {
    policies = document;
    for (Queue queue : queues.all()) {
      queue.setPolicy(document.forQueue(queue.name), timeMillis);
    }
  }

  Queue createQueue(QueueName name, long nowMillis) {
    return addQueue(lastQueueId + 1, name, nowMillis);
  }

  private Queue addQueue(long id, QueueName name, long nowMillis) {
    Queue queue = new Queue(id, name, queues.holders(), nowMillis);
    queue.setPolicy(policies.forQueue(name), nowMillis);
    queues.add(queue, nowMillis);
    lastQueueId = Math.max(lastQueueId, id);
    return queue;
  }

  long lastQueueId() {
    return lastQueueId;
  }

  void setLastQueueId(long id) {
    lastQueueId = id;
  }

  long lastTicket() {
    return lastTicket;
  }

  void setLastTicket(long ticket) {
    lastTicket = ticket;
  }

  long timeMillis() {
    return timeMillis;
  }

  /** Moves time on, never back, and returns it. */
  long advanceTo(long nowMillis) {
    timeMillis = Math.max(timeMillis, nowMillis);
    return timeMillis;
  }

  /** Applies the changes of a durable step. */
  void apply(List<Change> changes) {
    changes.forEach(this::apply);
    // Counters come with every step that changes a task: what they say must be what a scan would
    // find.
    for (Change change : changes) {
      if (change instanceof Change.QueueCounts counts) {
        Queue queue = queueOf(counts.id());
        Invariant.check(
            queue.counts().equals(counts),
            "queue=%s has %s, its record says %s",
            queue.name,
            queue.counts(),
            counts);
      }
    }
  }

  private void apply(Change change) {
    switch (change) {
      case Change.QueuePut(long id, var name, boolean paused) -> {
        Queue queue = queues.find(id);
        if (queue == null) {
          queue = addQueue(id, name, timeMillis);
        }
        queue.setPaused(paused);
        queues.reindex(queue, timeMillis);
      }
      case Change.QueueCounts counts -> {
        Queue queue = queueOf(counts.id());
        queue.setFlow(counts.entered(), counts.left());
        queues.reindex(queue, timeMillis);
      }
      case Change.QueueGone(long id) -> queues.remove(queueOf(id));
      case Change.TaskPut(long queueId, var task) -> queueOf(queueId).put(task);
      case Change.TaskChanged(long queueId, var pid, var taskState, long lease, var past) -> {
        Queue queue = queueOf(queueId);
        Task task =
            Invariant.present(
                queue.find(pid), "queue=%s pid=%s changed but isn't there", queue.name, pid);
        queue.put(
            new Task(
                pid, task.data(), taskState, task.enqueuedMillis(), lease, past, task.again()));
      }
      case Change.TaskGone(long queueId, var pid) -> queueOf(queueId).remove(pid);
      case Change.PoliciesPut(var document) -> setPolicies(document);
      case Change.RequestKept kept -> requests.keep(kept);
    }
  }

  private Queue queueOf(long id) {
    return Invariant.present(queues.find(id), "a change names queue id %d, which isn't there", id);
  }
}
