package dev.millrace.queue;

import dev.millrace.queue.FrozenLayer.GoneQueue;
import dev.millrace.queue.FrozenLayer.TaskChange;
import dev.millrace.queue.StoredSlot.StoredRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the slot's store doesn't have yet, as final states: what changed since the last freeze, and
 * the layers that were frozen and not applied. A task that comes and goes between two freezes never
 * gets to the store.
 */
final class Overlay {
  /** A guess at what the maps cost for a task, and the rows that it leaves and comes to. */
  private static final int OVERHEAD_BYTES = 250;

  /** A task's PID is in so many rows. */
  private static final int PIDS = 6;

  /** Tasks of an applied layer that are let go at a time, so that nobody waits for all of them. */
  private static final int RELEASED_AT_ONCE = 2000;

  /**
   * Instead of a change that was let go: to take them out one by one costs more than all at once.
   */
  private static final TaskChange RELEASED = new TaskChange(null, null);

  /** What changed between two freezes. */
  private static final class Part {
    /** Tasks that came one behind the other stay so, which spares the store most of its sorting. */
    final Map<TaskKey, TaskChange> tasks = new LinkedHashMap<>();

    /** How many of them were there when the part was begun. */
    int present;

    final LongMap<Boolean> queues = new LongMap<>();
    final List<GoneQueue> goneQueues = new ArrayList<>();
    @Nullable PolicyDocument policies;
    boolean hasSteps;
    long ticket;
    long bytes;

    /** Whether it has a change of the task, and that wasn't released. */
    boolean has(TaskKey key) {
      TaskChange change = tasks.get(key);
      return change != null && !change.equals(RELEASED);
    }
  }

  /** Told of a task that the store has now as it is in memory. */
  interface Release {
    void clean(TaskKey key, Task task);
  }

  private final HeadCache cache;

  /** The oldest first. */
  private final ArrayDeque<Part> frozen = new ArrayDeque<>();

  private Part active = new Part();
  private long frozenBytes;
  private long appliedTicket;
  private @Nullable Iterator<Map.Entry<TaskKey, TaskChange>> releasing;

  Overlay(HeadCache cache) {
    this.cache = cache;
  }

  /**
   * A task changed.
   *
   * @return whether there was a task, as the store has it
   */
  boolean noteTask(TaskKey key, @Nullable Task before, @Nullable Task after) {
    active.hasSteps = true;
    if (before == null && after != null) {
      noteNew(key, after);
      return false;
    }
    TaskChange noted = active.tasks.get(key);
    boolean wasClean = before != null && noted == null && !isFrozen(key);
    if (noted != null) {
      addBytes(-sizeOf(key, noted));
    }
    // The first change since the freeze: what was there then is what the store will have.
    TaskState stored = noted != null ? noted.before() : (before == null ? null : before.state());
    if (stored == null && after == null) {
      active.tasks.remove(key);
    } else {
      TaskChange change = new TaskChange(stored, after);
      active.tasks.put(key, change);
      active.present += noted == null && stored != null ? 1 : 0;
      addBytes(sizeOf(key, change));
    }
    return wasClean;
  }

  /** Most of them have never been there, and are looked for only once. */
  private void noteNew(TaskKey key, Task after) {
    TaskChange change = new TaskChange(null, after);
    TaskChange noted = active.tasks.put(key, change);
    if (noted != null) {
      // It went after the freeze, and comes again.
      addBytes(-sizeOf(key, noted));
      change = new TaskChange(noted.before(), after);
      active.tasks.put(key, change);
    }
    addBytes(sizeOf(key, change));
  }

  void noteQueue(long queueId) {
    active.hasSteps = true;
    if (active.queues.get(queueId) == null) {
      active.queues.put(queueId, true);
      addBytes(OVERHEAD_BYTES);
    }
  }

  void noteGone(long queueId, boolean hadTasks) {
    active.hasSteps = true;
    active.queues.remove(queueId);
    active.goneQueues.add(new GoneQueue(queueId, hadTasks));
    addBytes(OVERHEAD_BYTES);
  }

  void notePolicies(PolicyDocument document) {
    active.hasSteps = true;
    active.policies = document;
  }

  /** Something else changed, which whoever freezes knows of. */
  void noteStep() {
    active.hasSteps = true;
  }

  private void addBytes(long bytes) {
    active.bytes += bytes;
    cache.addOverlayBytes(bytes);
  }

  /** Whether the store may have another state of the task than memory, or the task is gone. */
  boolean contains(TaskKey key) {
    return active.has(key) || isFrozen(key);
  }

  private boolean isFrozen(TaskKey key) {
    for (Part part : frozen) {
      if (part.has(key)) {
        return true;
      }
    }
    return false;
  }

  long changedBytes() {
    return active.bytes;
  }

  long frozenBytes() {
    return frozenBytes;
  }

  /** Reads made in an older version of the store than this may miss something. */
  long appliedTicket() {
    return appliedTicket;
  }

  void setAppliedTicket(long ticket) {
    appliedTicket = ticket;
  }

  boolean hasChanges() {
    return active.hasSteps;
  }

  /** What {@link #freeze} takes from the slot's state. */
  record Rest(
      int slot,
      long ticket,
      long timeMillis,
      long lastQueueId,
      List<StoredRequest> requests,
      long requestsFrom,
      Map<String, Long> floors) {}

  /** Begins a new part; the old one, which doesn't change any more, as a layer. */
  FrozenLayer freeze(Rest rest, List<StoredQueue> queues) {
    Part part = active;
    active = new Part();
    part.ticket = rest.ticket;
    frozen.addLast(part);
    frozenBytes += part.bytes;
    return new FrozenLayer(
        rest.slot,
        rest.ticket,
        rest.timeMillis,
        rest.lastQueueId,
        part.bytes,
        part.tasks,
        queues,
        part.goneQueues,
        part.policies,
        rest.requests,
        rest.requestsFrom,
        rest.floors);
  }

  /** By id. */
  long[] changedQueues() {
    return active.queues.numbers();
  }

  /** The store has everything up to this ticket; {@link #release} lets it go. */
  void applied(long ticket) {
    appliedTicket = Math.max(appliedTicket, ticket);
  }

  /** Whether something is left to {@link #release}. */
  boolean canRelease() {
    return !frozen.isEmpty() && frozen.getFirst().ticket <= appliedTicket;
  }

  /** Lets go some of the tasks that were applied; those that changed since stay. */
  void release(Release release) {
    int count = 0;
    while (canRelease() && count < RELEASED_AT_ONCE) {
      Part part = frozen.getFirst();
      if (releasing == null) {
        releasing = part.tasks.entrySet().iterator();
      }
      while (releasing.hasNext() && count < RELEASED_AT_ONCE) {
        var entry = releasing.next();
        TaskKey key = entry.getKey();
        Task task = entry.getValue().after();
        entry.setValue(RELEASED);
        count++;
        if (task != null && !isChangedSince(key)) {
          release.clean(key, task);
        }
      }
      if (!releasing.hasNext()) {
        releasing = null;
        frozen.removeFirst();
        frozenBytes -= part.bytes;
        cache.addOverlayBytes(-part.bytes);
      }
    }
  }

  /** Whether a task that was there at the end of the oldest part is in a later one. */
  private boolean isChangedSince(TaskKey key) {
    for (Part part : frozen) {
      if (part.present > 0 && part.has(key)) {
        return true;
      }
    }
    return active.present > 0 && active.has(key);
  }

  private static long sizeOf(TaskKey key, TaskChange change) {
    Task after = change.after();
    return OVERHEAD_BYTES
        + (long) PIDS * key.pid().length()
        + (after == null ? 0 : after.memoryBytes());
  }
}
