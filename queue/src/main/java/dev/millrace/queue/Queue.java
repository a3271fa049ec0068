package dev.millrace.queue;

import dev.millrace.queue.Meter.Event;
import dev.millrace.queue.TaskState.Available;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One life of a queue: how many tasks it has, those of them that are in memory, and what finds them
 * by state, deadline and holder.
 *
 * <p>All state that a task has is changed by {@link #put} and {@link #remove}, which keep indexes
 * and counters in step. Which tasks are in memory is changed by {@link #learn}, {@link #refill} and
 * {@link #evict}, which leave the counters alone.
 *
 * <p><b>What is known.</b> Every available task that the {@link Head} covers is in memory, and
 * every task in memory that isn't in the {@link Overlay} is as in the store. A look at something
 * else is noted in {@link Unknowns}, and its answer means nothing.
 */
final class Queue {
  static final long NEVER = Long.MAX_VALUE;

  /** Due tasks that are read at once: they may be large. */
  private static final int DUE_READ_MAX = 250;

  /** What a queue shares with the others of its slot. */
  record Surroundings(
      Queues queues,
      PolicyBook policies,
      Overlay overlay,
      Unknowns unknowns,
      Deadlines deadlines,
      HeadCache cache) {}

  final long id;
  final QueueName name;
  final Meter meter;

  private final Surroundings around;
  private final TaskIndex tasks;
  private final TaskCounts counts = new TaskCounts();
  private final Head head = new Head();

  /**
   * Known not to be there, by a look or because they went; until the end of the execution. Most
   * queues have none.
   */
  private @Nullable Set<Pid> absent;

  private boolean paused;

  private long cachedBytes;
  private int pins;

  private boolean isRefilling;

  private final Throttle throttle;

  /**
   * The number of its last turn, in a grant to a pattern lease or any other; 0 before the first.
   */
  private long lastServed;

  Queue(long id, QueueName name, Surroundings around, long nowMillis) {
    this.id = id;
    this.name = name;
    this.around = around;
    this.tasks = new TaskIndex(this, around.queues.holders());
    this.throttle = new Throttle(name, around.policies);
    this.meter = new Meter(nowMillis);
  }

  /** A queue of which the store has everything. */
  void load(StoredQueue stored) {
    counts.load(stored.counts());
    paused = stored.paused();
    if (counts.available() > 0) {
      head.load(stored);
    }
  }

  StoredQueue stored() {
    Task first = firstKnown();
    Position from = head.unknownFrom() == null ? Position.START : head.unknownFrom();
    return new StoredQueue(
        id,
        name,
        paused,
        counts.of(id),
        first == null ? from : Position.before(first.pid()),
        first == null ? head.unknownMillis() : first.enqueuedMillis());
  }

  // ---- Tasks

  /** The task, if there is one. */
  @Nullable Task find(Pid pid) {
    Task task = tasks.get(pid);
    if (task == null && !isKnownAbsent(pid)) {
      around.unknowns.add(this, new Need.OneTask(id, pid));
    }
    return task;
  }

  /** Whether it is known if there is such a task. */
  boolean knows(Pid pid) {
    return isKnown() || tasks.contains(pid) || isKnownAbsent(pid);
  }

  private boolean isKnownAbsent(Pid pid) {
    return isKnown()
        || (head.covers(pid) && isHeldKnown())
        || (absent != null && absent.contains(pid))
        || around.overlay.contains(new TaskKey(id, pid));
  }

  /** Whether all leased and delayed tasks are in memory. */
  boolean isHeldKnown() {
    return tasks.heldSize() == counts.held();
  }

  /** Whether all tasks are in memory. */
  boolean isKnown() {
    return tasks.size() == counts.size();
  }

  /** Puts the task in place of the one with its PID, which is returned. */
  @Nullable Task put(Task task) {
    Task before = tasks.put(task);
    if (before == null) {
      counts.enter();
      noteThere(task.pid());
    } else {
      subtract(before);
    }
    counts.add(task);
    noteInMemory(task);
    return before;
  }

  private void subtract(Task before) {
    counts.subtract(before);
    if (before.state() instanceof Available) {
      head.changed(before.pid());
    }
  }

  /** A deadline whose task is in memory isn't bare. */
  private void noteInMemory(Task task) {
    if (around.deadlines.hasBare() && !(task.state() instanceof Available)) {
      around.deadlines.removeBare(tasks.deadlineOf(task));
    }
  }

  @Nullable Task remove(Pid pid) {
    Task before = tasks.remove(pid);
    if (before != null) {
      counts.leave();
      subtract(before);
    }
    learnAbsent(pid);
    return before;
  }

  /**
   * Undoes all {@link #put}s and {@link #remove}s of a PID as if they had not been.
   *
   * @param before what was there
   * @param wasKnown whether it was known that nothing was there; else it still isn't
   */
  void revert(Pid pid, @Nullable Task before, boolean wasKnown) {
    Task now = tasks.remove(pid);
    if (now != null) {
      counts.subtract(now);
    }
    if (before == null) {
      if (wasKnown) {
        learnAbsent(pid);
      } else {
        noteThere(pid);
      }
    } else {
      tasks.put(before);
      noteThere(pid);
      counts.add(before);
    }
  }

  // ---- What is in memory

  /** The store has this task. */
  void learn(Task task) {
    if (!tasks.contains(task.pid()) && !around.overlay.contains(new TaskKey(id, task.pid()))) {
      tasks.put(task);
      noteInMemory(task);
      addCached(task.memoryBytes());
      around.cache.touch(this);
      if (!(task.state() instanceof Available)) {
        around.queues.reindexDeadline(this);
      }
    }
  }

  /** There is no such task. Remembered until the end of the execution, and while pinned. */
  void learnAbsent(Pid pid) {
    if (!isKnown() && !tasks.contains(pid)) {
      absent = absent == null ? new HashSet<>() : absent;
      absent.add(pid);
      around.unknowns.noteAbsent(this);
    }
  }

  private void noteThere(Pid pid) {
    if (absent != null) {
      absent.remove(pid);
    }
  }

  /** The store has these available tasks, in this order, and no others, from where memory ends. */
  void refill(Need.AvailableTasks need, Finding.Tasks found) {
    if (!need.from().equals(head.unknownFrom())) {
      // The queue was evicted, or another read was faster: what lies between is unknown.
      return;
    }
    found.tasks().forEach(this::learn);
    head.refilled(found);
    around.cache.touch(this);
    Invariant.check(
        head.unknownFrom() != null || tasks.availableSize() == counts.available(),
        "queue=%s has %d available tasks, and %d were found",
        name,
        counts.available(),
        tasks.availableSize());
  }

  /** The store has a deadline of a task that may not be in memory. */
  void learnDeadline(Deadline deadline) {
    if (!tasks.contains(deadline.pid())
        && !around.overlay.contains(new TaskKey(id, deadline.pid()))) {
      tasks.addBare(deadline);
      around.deadlines.addBare(deadline);
      around.queues.reindexDeadline(this);
    }
  }

  /** Forgets a deadline whose task isn't in memory. */
  void forgetDeadline(Deadline deadline) {
    tasks.removeBare(deadline);
    around.queues.reindexDeadline(this);
  }

  /** The store has the task as it is in memory: it may be dropped. */
  void release(Task task) {
    boolean isUseful = !(task.state() instanceof Available) || head.covers(task.pid());
    boolean isKept = isUseful || isPinned();
    boolean isThere = isKept ? tasks.contains(task.pid()) : tasks.remove(task.pid()) != null;
    Invariant.check(isThere, "queue=%s pid=%s isn't as stored", name, task.pid());
    if (isKept) {
      addCached(task.memoryBytes());
    }
    if (isOversized() && !isPinned()) {
      trim(around.cache.memory().headBytesMax() / 2);
    }
  }

  /** A task that was as in the store changes. */
  void uncache(Task before) {
    addCached(-before.memoryBytes());
    around.cache.touch(this);
  }

  private void addCached(long bytes) {
    cachedBytes += bytes;
    around.cache.addCachedBytes(this, bytes);
  }

  long cachedBytes() {
    return cachedBytes;
  }

  /** The queue is gone. */
  void forgetCached() {
    addCached(-cachedBytes);
  }

  /** Whether more of the queue is kept than is worth it. */
  private boolean isOversized() {
    return cachedBytes > around.cache.memory().headBytesMax();
  }

  /** Drops all that the store has but so much of the head. */
  void trim(long keptMax) {
    long kept = 0;
    List<Task> dropped = new ArrayList<>();
    for (Task task : tasks.all()) {
      if (isStored(task)) {
        kept += task.state() instanceof Available ? task.memoryBytes() : 0;
        boolean isHead = task.state() instanceof Available && kept <= keptMax;
        if (!isHead) {
          dropped.add(task);
        }
      }
    }
    dropped.forEach(this::drop);
  }

  /** Drops everything that the store has. */
  void evict() {
    head.evicted();
    List<Task> dropped = new ArrayList<>();
    for (Task task : tasks.all()) {
      if (isStored(task)) {
        dropped.add(task);
      }
    }
    dropped.forEach(this::drop);
    Invariant.check(cachedBytes == 0, "queue=%s still caches %d bytes", name, cachedBytes);
  }

  private boolean isStored(Task task) {
    return !around.overlay.contains(new TaskKey(id, task.pid()));
  }

  /** Forgets a task that the store has. */
  private void drop(Task task) {
    Pid pid = task.pid();
    boolean isAvailable = task.state() instanceof Available;
    if (isAvailable) {
      head.dropped(task);
    }
    tasks.remove(pid);
    addCached(-task.memoryBytes());
    if (!isAvailable) {
      bare(tasks.deadlineOf(task));
    }
  }

  private void bare(Deadline deadline) {
    if (around.deadlines.isWithin(deadline)) {
      tasks.addBare(deadline);
      around.deadlines.addBare(deadline);
    }
    around.queues.reindexDeadline(this);
  }

  /** Somebody waits to have more of the queue in memory: nothing is dropped until then. */
  void pin() {
    pins++;
  }

  void unpin() {
    pins--;
    forgetAbsent();
  }

  /** Whether its head is being read. */
  void setRefilling(boolean refilling) {
    isRefilling = refilling;
  }

  boolean isPinned() {
    return pins > 0;
  }

  /** Forgets what isn't there, unless somebody needs it. */
  void forgetAbsent() {
    if (!isPinned()) {
      absent = null;
    }
  }

  // ---- Counters

  TaskCounts counts() {
    return counts;
  }

  long size() {
    return counts.size();
  }

  boolean isPaused() {
    return paused;
  }

  void setPaused(boolean pause) {
    paused = pause;
  }

  /** A queue that nothing is known of but its name and statistics. */
  boolean isIdle() {
    return size() == 0 && !paused;
  }

  // ---- Looking

  /** The task, if it is in memory. */
  @Nullable Task known(Pid pid) {
    return tasks.get(pid);
  }

  /** The tasks that are in memory, from a place in their order on. */
  Iterable<Task> knownFrom(Pid pid) {
    return tasks.from(pid);
  }

  /** From where on available tasks may not be in memory; none when all are. */
  @Nullable Position unknownFrom() {
    return head.unknownFrom();
  }

  /**
   * The most urgent available task up to a PID.
   *
   * @param maxPid none for no bound
   * @param wanted how many the caller would take
   */
  @Nullable Task firstAvailable(@Nullable Pid maxPid, int wanted) {
    if (isRefilling) {
      // Whoever had it read comes first.
      around.unknowns.add(this, new Need.AvailableTasks(id, Position.START, wanted, 1));
      return null;
    }
    if (tasks.availableSize() == counts.available()) {
      head.complete();
    }
    Task first = firstKnown();
    if (first != null) {
      return maxPid != null && first.pid().compareTo(maxPid) > 0 ? null : first;
    }
    boolean mayHaveMore = head.unknownFrom() != null && (maxPid == null || !head.covers(maxPid));
    if (mayHaveMore) {
      around.unknowns.add(this, head.need(this, wanted, meter.lately(Event.LEASED), around.cache));
    }
    return null;
  }

  private @Nullable Task firstKnown() {
    Task first = tasks.firstAvailable();
    return first != null && head.covers(first.pid()) ? first : null;
  }

  List<Pid> leasedBy(String holder) {
    return tasks.leasedBy(holder);
  }

  /** Is among the queues of its slot again, or for the first time. */
  void attach() {
    tasks.attachHolders();
  }

  void detach() {
    tasks.detachHolders();
  }

  long nextDeadlineMillis() {
    return tasks.nextDeadlineMillis();
  }

  /**
   * The task whose deadline is due first; only when {@link #nextDeadlineMillis} is due. None when
   * it has to be read first, with those that are due too.
   */
  @Nullable Task firstDue(long nowMillis) {
    Task task = tasks.get(tasks.firstDeadline().pid());
    if (task == null) {
      int count = 0;
      for (Deadline deadline : tasks.deadlines()) {
        if (deadline.millis() > nowMillis || count == DUE_READ_MAX) {
          break;
        }
        if (!tasks.contains(deadline.pid())) {
          around.unknowns.add(this, new Need.OneTask(id, deadline.pid()));
          count++;
        }
      }
    }
    return task;
  }

  // ---- Granting

  Policy policy() {
    return throttle.policy();
  }

  /** Whether a task may be granted now. */
  boolean canGive(long nowMillis) {
    return grantable(nowMillis, 0) > 0;
  }

  /**
   * How many tasks may be granted now.
   *
   * @param tokensTaken by the grant that asks, and not yet taken from the bucket
   */
  long grantable(long nowMillis, int tokensTaken) {
    return paused ? 0 : throttle.grantable(counts, nowMillis, tokensTaken);
  }

  /**
   * When the rate limit alone, and nothing else, will let a grant pass; {@link #NEVER} when it
   * isn't what is in the way.
   */
  long throttledUntilMillis(long nowMillis) {
    return paused ? NEVER : throttle.throttledUntilMillis(counts, nowMillis);
  }

  void served(long turn, long tasksGranted, long nowMillis) {
    lastServed = turn;
    around.cache.touch(this);
    throttle.take(tasksGranted, nowMillis);
  }

  long lastServed() {
    return lastServed;
  }

  // ---- Statistics

  QueueStats stats(long nowMillis) {
    return new QueueStats(
        name,
        id,
        paused,
        counts.available(),
        counts.leased(),
        counts.delayed(),
        headAgeMillis(nowMillis),
        counts.entered(),
        counts.left(),
        last10s(nowMillis),
        meter.last5min(nowMillis),
        meanLeaseMillis());
  }

  QueueStats.Rates last10s(long nowMillis) {
    return meter.last10s(nowMillis);
  }

  /** From grant to dequeue; -1 when nothing was dequeued lately. */
  double meanLeaseMillis() {
    return meter.meanLeaseMillis();
  }

  /** Since the first available task was enqueued; -1 when none is available. */
  long headAgeMillis(long nowMillis) {
    if (counts.available() == 0) {
      return -1;
    }
    Task first = firstKnown();
    long headMillis = first == null ? head.unknownMillis() : first.enqueuedMillis();
    if (headMillis == StoredQueue.UNKNOWN) {
      Task found = firstAvailable(null, 1);
      headMillis = found == null ? nowMillis : found.enqueuedMillis();
    }
    return Math.max(0, nowMillis - headMillis);
  }
}
