package dev.millrace.queue;

import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Leased;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a queue that are in memory, and what finds them by PID, state, deadline and holder.
 * Of tasks that aren't in memory it may have the deadline.
 */
final class TaskIndex {
  private final Queue queue;
  private final Holders holders;
  private final NavigableMap<Pid, Task> tasks = new TreeMap<>();
  private final NavigableMap<Pid, Task> available = new TreeMap<>();
  private final NavigableSet<Deadline> deadlines = new TreeSet<>();

  /** Of the queues that are there, few have leases at any time. */
  private Map<String, Set<Pid>> leasedBy = Map.of();

  TaskIndex(Queue queue, Holders holders) {
    this.queue = queue;
    this.holders = holders;
  }

  @Nullable Task get(Pid pid) {
    return tasks.get(pid);
  }

  boolean contains(Pid pid) {
    return tasks.containsKey(pid);
  }

  int size() {
    return tasks.size();
  }

  int availableSize() {
    return available.size();
  }

  /** How many are leased or delayed. */
  int heldSize() {
    return tasks.size() - available.size();
  }

  /** By PID. */
  NavigableMap<Pid, Task> all() {
    return Collections.unmodifiableNavigableMap(tasks);
  }

  Collection<Task> values() {
    return Collections.unmodifiableCollection(tasks.values());
  }

  /** The most urgent one that is available. */
  @Nullable Task firstAvailable() {
    var first = available.firstEntry();
    return first == null ? null : first.getValue();
  }

  /** Puts the task in place of the one with its PID, which is returned. */
  @Nullable Task put(Task task) {
    Task before = tasks.put(task.pid(), task);
    if (before != null) {
      unindex(before);
    }
    switch (task.state()) {
      case Available() -> available.put(task.pid(), task);
      case Delayed _ -> deadlines.add(deadlineOf(task));
      case Leased(var holder, _, _) -> {
        deadlines.add(deadlineOf(task));
        leasedBy = leasedBy.isEmpty() ? new HashMap<>() : leasedBy;
        leasedBy.computeIfAbsent(holder.name(), this::newHolder).add(task.pid());
      }
    }
    return before;
  }

  @Nullable Task remove(Pid pid) {
    Task before = tasks.remove(pid);
    if (before != null) {
      unindex(before);
    }
    return before;
  }

  private void unindex(Task task) {
    switch (task.state()) {
      case Available() -> available.remove(task.pid());
      case Delayed _ -> deadlines.remove(deadlineOf(task));
      case Leased(var holder, _, _) -> {
        deadlines.remove(deadlineOf(task));
        Set<Pid> pids = leasedBy.getOrDefault(holder.name(), Set.of());
        Invariant.check(
            pids.remove(task.pid()), "queue=%s pid=%s is leased by nobody", queue.name, task.pid());
        if (pids.isEmpty()) {
          leasedBy.remove(holder.name());
          leasedBy = leasedBy.isEmpty() ? Map.of() : leasedBy;
          holders.remove(holder.name(), queue);
        }
      }
    }
  }

  private Set<Pid> newHolder(String holder) {
    holders.add(holder, queue);
    return new TreeSet<>();
  }

  Deadline deadlineOf(Task task) {
    long millis =
        switch (task.state()) {
          case Available() ->
              throw new Invariant.Violation("an available task has no deadline: " + task.pid());
          case Delayed(long untilMillis) -> untilMillis;
          case Leased(_, _, long untilMillis) -> untilMillis;
        };
    return new Deadline(millis, queue.id, task.pid());
  }

  /** A deadline of a task that isn't in memory. */
  void addBare(Deadline deadline) {
    deadlines.add(deadline);
  }

  void removeBare(Deadline deadline) {
    deadlines.remove(deadline);
  }

  /** Of the earliest; {@link Queue#NEVER} when there is none. */
  long nextDeadlineMillis() {
    return deadlines.isEmpty() ? Queue.NEVER : deadlines.first().millis();
  }

  /** The earliest first. */
  NavigableSet<Deadline> deadlines() {
    return Collections.unmodifiableNavigableSet(deadlines);
  }

  Set<Pid> leasedBy(String holder) {
    return Collections.unmodifiableSet(leasedBy.getOrDefault(holder, Set.of()));
  }

  /** Tells {@link Holders} of the leases, when the queue comes back after it was taken away. */
  void attachHolders() {
    leasedBy.keySet().forEach(holder -> holders.add(holder, queue));
  }

  void detachHolders() {
    leasedBy.keySet().forEach(holder -> holders.remove(holder, queue));
  }
}
