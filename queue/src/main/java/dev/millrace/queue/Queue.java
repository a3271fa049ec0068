package dev.millrace.queue;

import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Leased;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One life of a queue: its tasks, and what finds them by state, deadline and holder. All state that
 * a task has is changed by {@link #put} and {@link #remove}, which keep the indexes and counters in
 * step.
 */
final class Queue {
  static final long NEVER = Long.MAX_VALUE;

  private record Deadline(long millis, Pid pid) implements Comparable<Deadline> {
    private static final Comparator<Deadline> ORDER =
        Comparator.comparingLong(Deadline::millis).thenComparing(Deadline::pid);

    @Override
    public int compareTo(Deadline other) {
      return ORDER.compare(this, other);
    }
  }

  final long id;
  final QueueName name;
  final Meter meter;

  private final NavigableMap<Pid, Task> tasks = new TreeMap<>();
  private final NavigableMap<Pid, Task> available = new TreeMap<>();
  private final TreeSet<Deadline> deadlines = new TreeSet<>();
  private final Map<String, Set<Pid>> leasedBy = new HashMap<>();
  private final Holders holders;
  private long leased;
  private long entered;
  private long left;
  private boolean paused;

  private Policy policy = Policy.NONE;
  private @Nullable TokenBucket bucket;

  /**
   * The number of its last turn, in a grant to a pattern lease or any other; 0 before the first.
   */
  private long lastServed;

  Queue(long id, QueueName name, Holders holders, long nowMillis) {
    this.id = id;
    this.name = name;
    this.holders = holders;
    this.meter = new Meter(nowMillis);
  }

  @Nullable Task find(Pid pid) {
    return tasks.get(pid);
  }

  /** Puts the task in place of the one with its PID, which is returned. */
  @Nullable Task put(Task task) {
    Task before = tasks.put(task.pid(), task);
    if (before == null) {
      entered++;
    } else {
      unindex(before);
    }
    index(task);
    return before;
  }

  @Nullable Task remove(Pid pid) {
    Task before = tasks.remove(pid);
    if (before != null) {
      left++;
      unindex(before);
    }
    return before;
  }

  /**
   * Undoes a {@link #put} or {@link #remove} as if it had not been: {@code before} is what was
   * there.
   */
  void revert(Pid pid, @Nullable Task before) {
    Task now = tasks.get(pid);
    if (now != null) {
      unindex(now);
    }
    if (before == null) {
      tasks.remove(pid);
    } else {
      tasks.put(pid, before);
      index(before);
    }
  }

  private void index(Task task) {
    switch (task.state()) {
      case Available() -> available.put(task.pid(), task);
      case Delayed(long untilMillis) -> deadlines.add(new Deadline(untilMillis, task.pid()));
      case Leased(var holder, _, long untilMillis) -> {
        deadlines.add(new Deadline(untilMillis, task.pid()));
        leasedBy.computeIfAbsent(holder.name(), this::newHolder).add(task.pid());
        leased++;
      }
    }
  }

  private void unindex(Task task) {
    switch (task.state()) {
      case Available() -> available.remove(task.pid());
      case Delayed(long untilMillis) -> deadlines.remove(new Deadline(untilMillis, task.pid()));
      case Leased(var holder, _, long untilMillis) -> {
        deadlines.remove(new Deadline(untilMillis, task.pid()));
        Set<Pid> pids = leasedBy.getOrDefault(holder.name(), Set.of());
        Invariant.check(
            pids.remove(task.pid()), "queue=%s pid=%s is leased by nobody", name, task.pid());
        if (pids.isEmpty()) {
          leasedBy.remove(holder.name());
          holders.remove(holder.name(), this);
        }
        leased--;
      }
    }
  }

  private Set<Pid> newHolder(String holder) {
    holders.add(holder, this);
    return new TreeSet<>();
  }

  /** Sets what only the counters know: how many tasks came and went before those that are here. */
  void setFlow(long enteredTasks, long leftTasks) {
    entered = enteredTasks;
    left = leftTasks;
  }

  Change.QueueCounts counts() {
    return new Change.QueueCounts(id, available.size(), leased, delayed(), entered, left);
  }

  long size() {
    return tasks.size();
  }

  long availableCount() {
    return available.size();
  }

  long leasedCount() {
    return leased;
  }

  private long delayed() {
    return tasks.size() - available.size() - leased;
  }

  long entered() {
    return entered;
  }

  long left() {
    return left;
  }

  boolean isPaused() {
    return paused;
  }

  void setPaused(boolean pause) {
    paused = pause;
  }

  /** A queue that nothing is known of but its name and statistics. */
  boolean isIdle() {
    return tasks.isEmpty() && !paused;
  }

  NavigableMap<Pid, Task> tasks() {
    return Collections.unmodifiableNavigableMap(tasks);
  }

  /** Available tasks, the most urgent first. */
  NavigableMap<Pid, Task> available() {
    return Collections.unmodifiableNavigableMap(available);
  }

  Set<Pid> leasedBy(String holder) {
    return Collections.unmodifiableSet(leasedBy.getOrDefault(holder, Set.of()));
  }

  /**
   * Tells {@link Holders} of this queue's leases, when the queue comes back after it was taken
   * away.
   */
  void attachHolders() {
    leasedBy.keySet().forEach(holder -> holders.add(holder, this));
  }

  void detachHolders() {
    leasedBy.keySet().forEach(holder -> holders.remove(holder, this));
  }

  long nextDeadlineMillis() {
    return deadlines.isEmpty() ? NEVER : deadlines.first().millis();
  }

  /** The task whose deadline is due first; only when {@link #nextDeadlineMillis} is due. */
  Task firstDue() {
    return Invariant.present(
        tasks.get(deadlines.first().pid()),
        "queue=%s has a deadline of a task that isn't there",
        name);
  }

  Policy policy() {
    return policy;
  }

  void setPolicy(Policy next, long nowMillis) {
    policy = next;
    var rate = next.rate();
    if (rate == null) {
      bucket = null;
    } else if (bucket == null || !bucket.limit().equals(rate)) {
      bucket = new TokenBucket(rate, nowMillis);
    }
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
    if (paused) {
      return 0;
    }
    long most = available.size();
    if (policy.maxLeased() > 0) {
      most = Math.min(most, policy.maxLeased() - leased);
    }
    if (bucket != null) {
      most = Math.min(most, bucket.available(nowMillis) - tokensTaken);
    }
    return Math.max(0, most);
  }

  /**
   * When the rate limit alone, and nothing else, will let a grant pass; {@link #NEVER} when it
   * isn't what is in the way.
   */
  long throttledUntilMillis(long nowMillis) {
    boolean otherwiseOpen =
        !paused && !available.isEmpty() && (policy.maxLeased() == 0 || leased < policy.maxLeased());
    return bucket == null || !otherwiseOpen ? NEVER : bucket.nextMillis(nowMillis);
  }

  void served(long turn, long tasksGranted, long nowMillis) {
    lastServed = turn;
    if (bucket != null) {
      bucket.take(tasksGranted, nowMillis);
    }
  }

  long lastServed() {
    return lastServed;
  }

  QueueStats stats(long nowMillis) {
    var head = available.firstEntry();
    return new QueueStats(
        name,
        id,
        paused,
        available.size(),
        leased,
        delayed(),
        head == null ? -1 : Math.max(0, nowMillis - head.getValue().enqueuedMillis()),
        entered,
        left,
        meter.last10s(nowMillis),
        meter.last5min(nowMillis),
        meter.meanLeaseMillis());
  }
}
