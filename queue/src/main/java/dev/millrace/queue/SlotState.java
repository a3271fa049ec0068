package dev.millrace.queue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that a slot remembers, but for who waits: its queues, policies and finished requests, its
 * time and its numbers. What changes is noted in the {@link Overlay} until its store has it.
 */
final class SlotState {
  private final int number;
  private final HeadCache cache;
  private final Queues queues = new Queues();
  private final Overlay overlay;
  private final Unknowns unknowns = new Unknowns();
  private final Deadlines deadlines;
  private final Queue.Surroundings surroundings;
  private final RequestWindow requests;
  private final PolicyBook policies = new PolicyBook();
  private long lastTicket;
  private long lastQueueId;
  private long timeMillis;

  SlotState(int number, Limits limits, HeadCache cache) {
    this.number = number;
    this.cache = cache;
    this.overlay = new Overlay(cache);
    this.deadlines = new Deadlines(cache.memory().deadlinesMax());
    this.surroundings =
        new Queue.Surroundings(queues, policies, overlay, unknowns, deadlines, cache);
    this.requests = new RequestWindow(limits.keptRequestsBytesMax(), limits.keptRequestsMillis());
  }

  Queues queues() {
    return queues;
  }

  RequestWindow requests() {
    return requests;
  }

  Unknowns unknowns() {
    return unknowns;
  }

  Deadlines deadlines() {
    return deadlines;
  }

  Overlay overlay() {
    return overlay;
  }

  PolicyDocument policies() {
    return policies.document();
  }

  void setPolicies(PolicyDocument document) {
    overlay.notePolicies(document);
    policies.set(document, timeMillis);
  }

  Queue createQueue(QueueName name, long nowMillis) {
    return addQueue(lastQueueId + 1, name, nowMillis);
  }

  private Queue addQueue(long id, QueueName name, long nowMillis) {
    Queue queue = new Queue(id, name, surroundings, nowMillis);
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

  // ---- What the store has

  /** Takes over what the store has; before anything else. */
  void load(StoredSlot stored) {
    lastTicket = stored.ticket();
    overlay.applied(stored.ticket());
    lastQueueId = stored.lastQueueId();
    timeMillis = stored.timeMillis();
    policies.set(stored.policies(), timeMillis);
    requests.load(stored.floors(), stored.requests());
    boolean holds = false;
    for (StoredQueue row : stored.queues()) {
      Queue queue = new Queue(row.id(), row.name(), surroundings, timeMillis);
      queue.load(row);
      queues.add(queue, timeMillis);
      holds |= row.counts().leased() + row.counts().delayed() > 0;
    }
    if (holds) {
      deadlines.forget();
    }
  }

  /** All that changed since the last freeze. */
  Optional<FrozenLayer> freeze() {
    if (!overlay.hasChanges()) {
      return Optional.empty();
    }
    List<StoredQueue> rows = new ArrayList<>();
    for (long id : overlay.changedQueues()) {
      Queue queue = queues.find(id);
      if (queue != null) {
        rows.add(queue.stored());
      }
    }
    var rest =
        new Overlay.Rest(
            number,
            lastTicket,
            timeMillis,
            lastQueueId,
            requests.takeKept(),
            requests.takeMovedStart(lastTicket + 1),
            requests.takeChangedFloors());
    return Optional.of(overlay.freeze(rest, rows));
  }

  /** Lets go of what the store has by now. */
  void release() {
    overlay.release(
        (key, task) -> {
          Queue queue = queues.find(key.queueId());
          if (queue != null) {
            queue.release(task);
          }
        });
  }

  /** Drops from memory what is too much. */
  void evict() {
    unknowns.forgetAbsent();
    cache.evict();
    while (deadlines.hasTooMany()) {
      Deadline last = deadlines.forgetLast();
      Queue queue = queues.find(last.queueId());
      if (queue != null) {
        queue.forgetDeadline(last);
      }
    }
  }

  /**
   * A task was {@code before} and is {@code after} now; its queue is noted by {@link #noteQueue}.
   */
  void note(Queue queue, TaskKey key, @Nullable Task before, @Nullable Task after) {
    boolean wasClean = overlay.noteTask(key, before, after);
    if (wasClean && before != null) {
      queue.uncache(before);
    }
  }

  void noteQueue(Queue queue) {
    overlay.noteQueue(queue.id);
  }

  void noteGone(Queue queue) {
    overlay.noteGone(queue.id, queue.size() > 0);
    queue.forgetCached();
  }

  void keep(long ticket, Change.RequestKept kept) {
    requests.keep(ticket, kept);
    overlay.noteStep();
  }

  // ---- Recovery

  /** What has to be known to apply these steps. */
  List<Need> needsOf(List<StepCodec.Journaled> steps) {
    var needs = new LinkedHashSet<Need>();
    for (var step : steps) {
      for (Change change : step.changes()) {
        switch (change) {
          case Change.TaskPut(long queueId, var task) -> addNeed(needs, queueId, task.pid());
          case Change.TaskChanged(long queueId, var pid, _, _, _) -> addNeed(needs, queueId, pid);
          case Change.TaskGone(long queueId, var pid) -> addNeed(needs, queueId, pid);
          case Change.QueuePut _,
              Change.QueueCounts _,
              Change.QueueGone _,
              Change.PoliciesPut _,
              Change.RequestKept _ -> {}
        }
      }
    }
    return List.copyOf(needs);
  }

  private void addNeed(Set<Need> needs, long queueId, Pid pid) {
    Queue queue = queues.find(queueId);
    if (queue != null && !queue.knows(pid) && !FifoPid.isReserved(pid, overlay.appliedTicket())) {
      needs.add(new Need.OneTask(queueId, pid));
    }
  }

  /** Applies the changes of a durable step. */
  void apply(long ticket, List<Change> changes) {
    changes.forEach(change -> apply(ticket, change));
    // Counters come with every step that changes a task: what they say must be what a scan would
    // find.
    for (Change change : changes) {
      if (change instanceof Change.QueueCounts counts) {
        Queue queue = queueOf(counts.id());
        Invariant.check(
            queue.counts().of(queue.id).equals(counts),
            "queue=%s has %s, its record says %s",
            queue.name,
            queue.counts().of(queue.id),
            counts);
      }
    }
  }

  private void apply(long ticket, Change change) {
    switch (change) {
      case Change.QueuePut(long id, var name, boolean paused) -> {
        Queue queue = queues.find(id);
        if (queue == null) {
          queue = addQueue(id, name, timeMillis);
        }
        queue.setPaused(paused);
        queues.reindex(queue, timeMillis);
        noteQueue(queue);
      }
      case Change.QueueCounts counts -> {
        Queue queue = queueOf(counts.id());
        queue.counts().setFlow(counts.entered(), counts.left());
        queues.reindex(queue, timeMillis);
        noteQueue(queue);
      }
      case Change.QueueGone(long id) -> {
        Queue queue = queueOf(id);
        noteGone(queue);
        queues.remove(queue);
      }
      case Change.TaskPut(long queueId, var task) -> {
        Queue queue = queueOf(queueId);
        note(queue, new TaskKey(queueId, task.pid()), queue.put(task), task);
      }
      case Change.TaskChanged(long queueId, var pid, var taskState, long lease, var past) -> {
        Queue queue = queueOf(queueId);
        Task before =
            Invariant.present(
                queue.known(pid), "queue=%s pid=%s changed but isn't there", queue.name, pid);
        Task after =
            new Task(
                pid,
                before.data(),
                taskState,
                before.enqueuedMillis(),
                lease,
                past,
                before.again());
        queue.put(after);
        note(queue, new TaskKey(queueId, pid), before, after);
      }
      case Change.TaskGone(long queueId, var pid) -> {
        Queue queue = queueOf(queueId);
        note(queue, new TaskKey(queueId, pid), queue.remove(pid), null);
      }
      case Change.PoliciesPut(var document) -> setPolicies(document);
      case Change.RequestKept kept -> keep(ticket, kept);
    }
  }

  private Queue queueOf(long id) {
    return Invariant.present(queues.find(id), "a change names queue id %d, which isn't there", id);
  }
}
