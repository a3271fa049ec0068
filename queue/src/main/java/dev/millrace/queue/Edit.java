package dev.millrace.queue;

import dev.millrace.queue.Change.RequestKept;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step in the making: changes the slot's queues at once, so that later parts see earlier ones,
 * and can take all of it back.
 *
 * <p>What the step leaves behind is read off at the end, as final states, by {@link #changes}.
 *
 * <p>A slot makes one step after the other, all with the same edit: {@link #begin} ends the one
 * before.
 */
final class Edit {
  /** A queue as it was before the edit touched it. */
  private record Touched(Queue queue, long entered, long left) {
    /** How many tasks more it has now. */
    long growth() {
      return queue.counts().entered() - entered - (queue.counts().left() - left);
    }
  }

  /** A task as it was before the edit, and as it is now. */
  private static final class Changed {
    final TaskKey key;
    final Queue queue;
    final @Nullable Task before;

    /** Whether it was known before if there is such a task. */
    final boolean wasKnown;

    @Nullable Task after;

    Changed(TaskKey key, Queue queue, @Nullable Task before, boolean wasKnown) {
      this.key = key;
      this.queue = queue;
      this.before = before;
      this.wasKnown = wasKnown;
    }

    /** The final state; none when the task came and went. */
    @Nullable Change change() {
      if (after == null) {
        return before == null ? null : new Change.TaskGone(key.queueId(), key.pid());
      }
      return before != null && after.sameContent(before)
          ? new Change.TaskChanged(
              key.queueId(), key.pid(), after.state(), after.lease(), after.past())
          : new Change.TaskPut(key.queueId(), after);
    }
  }

  private final SlotState state;
  private final SmallMap<TaskKey, Changed> tasks = new SmallMap<>();

  /** Tasks with FIFO PIDs of this step, which come before what is done to them in it. */
  private final List<Changed> fresh = new ArrayList<>();

  private final SmallMap<Queue, Touched> touched = new SmallMap<>();
  private final List<Change> others = new ArrayList<>();
  private final List<Runnable> counted = new ArrayList<>();
  private final List<Queue> dropped = new ArrayList<>();

  /** Takes back what was done to queues and not to their tasks. */
  private final List<Runnable> undo = new ArrayList<>();

  private long ticket;
  private long nowMillis;
  private int fifoPids;
  private long bytes;

  Edit(SlotState state) {
    this.state = state;
  }

  /** Begins the next step. */
  void begin(long now) {
    clear();
    ticket = state.lastTicket() + 1;
    nowMillis = now;
  }

  /** Lets go of what it did, so that nothing of it is held in memory. */
  private void clear() {
    tasks.clear();
    fresh.clear();
    touched.clear();
    others.clear();
    counted.clear();
    dropped.clear();
    undo.clear();
    fifoPids = 0;
    bytes = 0;
  }

  /** The number of the step, and of the lease that it grants if it does. */
  long ticket() {
    return ticket;
  }

  long nowMillis() {
    return nowMillis;
  }

  /** The next FIFO PID will carry the number of this element. */
  void beginElement(int element) {
    fifoPids = element;
  }

  /** The next FIFO PID of this step. */
  Pid nextFifoPid() {
    return FifoPid.of(ticket, fifoPids++);
  }

  /** The number of the next turn, larger than that of any queue's last one. */
  long nextTurn() {
    return state.queues().nextTurn();
  }

  @Nullable Queue find(QueueName name) {
    return state.queues().find(name);
  }

  @Nullable Task find(QueueName name, Pid pid) {
    Queue queue = find(name);
    return queue == null ? null : queue.find(pid);
  }

  /** The queue of that name, which begins a new life if it isn't there. */
  Queue findOrCreate(QueueName name) {
    Queue queue = find(name);
    return queue == null ? create(name) : queue;
  }

  private Queue create(QueueName name) {
    long idBefore = state.lastQueueId();
    Queue queue = state.createQueue(name, nowMillis);
    others.add(new Change.QueuePut(queue.id, name, false));
    undo.add(
        () -> {
          state.queues().remove(queue);
          state.setLastQueueId(idBefore);
        });
    return queue;
  }

  void put(Queue queue, Task task) {
    boolean wasKnown = queue.knows(task.pid());
    note(queue, task.pid(), putNow(queue, task), wasKnown, task);
  }

  /** Puts a task with a FIFO PID of this step: nobody knew anything of that. */
  void putFresh(Queue queue, Task task) {
    Task before = putNow(queue, task);
    var changed = new Changed(new TaskKey(queue.id, task.pid()), queue, before, false);
    changed.after = task;
    fresh.add(changed);
  }

  private @Nullable Task putNow(Queue queue, Task task) {
    touch(queue);
    Task before = queue.put(task);
    bytes += task.journaledBytes(before);
    return before;
  }

  void remove(Queue queue, Pid pid) {
    touch(queue);
    boolean wasKnown = queue.knows(pid);
    Task before = queue.remove(pid);
    note(queue, pid, before, wasKnown, null);
  }

  private void note(
      Queue queue, Pid pid, @Nullable Task before, boolean wasKnown, @Nullable Task after) {
    TaskKey key = new TaskKey(queue.id, pid);
    Changed changed = tasks.get(key);
    if (changed == null) {
      changed = new Changed(key, queue, before, wasKnown);
      tasks.add(key, changed);
    }
    changed.after = after;
  }

  private void touch(Queue queue) {
    if (touched.get(queue) == null) {
      touched.add(queue, new Touched(queue, queue.counts().entered(), queue.counts().left()));
    }
  }

  /** Takes the queue away with all its tasks. */
  void drop(Queue queue) {
    state.queues().remove(queue);
    others.add(new Change.QueueGone(queue.id));
    dropped.add(queue);
    undo.add(() -> state.queues().add(queue, nowMillis));
  }

  void pause(Queue queue, boolean paused) {
    boolean before = queue.isPaused();
    touch(queue);
    queue.setPaused(paused);
    others.add(new Change.QueuePut(queue.id, queue.name, paused));
    undo.add(() -> queue.setPaused(before));
  }

  /** Puts a change that takes effect when the step is committed. */
  void onCommit(Change change, Runnable effect) {
    others.add(change);
    counted.add(effect);
  }

  void keep(RequestKept kept) {
    onCommit(kept, () -> state.keep(ticket, kept));
  }

  /** Does something to soft state, such as statistics, once the step is sure. */
  void onCommit(Runnable effect) {
    counted.add(effect);
  }

  /** About how many bytes the tasks take that the step puts. */
  long bytes() {
    return bytes;
  }

  boolean isEmpty() {
    return others.isEmpty() && tasks.isEmpty() && fresh.isEmpty();
  }

  /** Whether the step leaves more tasks than it found. */
  boolean isGrowth() {
    long growth = 0;
    for (Touched queue : touched.values()) {
      growth += queue.growth();
    }
    return growth > 0;
  }

  /**
   * The final states that the step leaves. Queues that it created come first, so that their tasks
   * find them.
   */
  List<Change> changes() {
    int countMax = others.size() + fresh.size() + tasks.values().size() + touched.keys().size();
    List<Change> changes = new ArrayList<>(countMax);
    changes.addAll(others);
    addChanges(fresh, changes);
    addChanges(tasks.values(), changes);
    for (Queue queue : touched.keys()) {
      if (isThere(queue)) {
        changes.add(queue.counts().of(queue.id));
      }
    }
    return changes;
  }

  private void addChanges(List<Changed> changed, List<Change> changes) {
    for (Changed task : changed) {
      Change change = isThere(task.queue) ? task.change() : null;
      if (change != null) {
        changes.add(change);
      }
    }
  }

  private boolean isThere(Queue queue) {
    return dropped.isEmpty() || state.queues().find(queue.id) != null;
  }

  /** The queues that the step changed or whose tasks it changed. */
  List<Queue> touched() {
    return touched.keys();
  }

  /** Makes the step final in memory. */
  void commit() {
    for (Runnable effect : counted) {
      effect.run();
    }
    noteChanges();
    for (Queue queue : touched.keys()) {
      state.queues().reindex(queue, nowMillis);
    }
    clear();
  }

  private void noteChanges() {
    note(fresh);
    note(tasks.values());
    for (Queue queue : touched.keys()) {
      state.noteQueue(queue);
    }
    if (!dropped.isEmpty()) {
      dropped.forEach(state::noteGone);
      state.deadlines().retainQueues(id -> state.queues().find(id) != null);
    }
  }

  private void note(List<Changed> changed) {
    for (Changed task : changed) {
      if (isThere(task.queue)) {
        state.note(task.queue, task.key, task.before, task.after);
      }
    }
  }

  /** Leaves everything as it was before the edit. */
  void rollback() {
    revert(tasks.values());
    revert(fresh);
    for (int i = undo.size() - 1; i >= 0; i--) {
      undo.get(i).run();
    }
    for (Touched queue : touched.values()) {
      queue.queue.counts().setFlow(queue.entered, queue.left);
      state.queues().reindex(queue.queue, nowMillis);
    }
    clear();
  }

  private static void revert(List<Changed> changed) {
    for (Changed task : changed) {
      task.queue.revert(task.key.pid(), task.before, task.wasKnown);
    }
  }
}
