package dev.millrace.queue;

import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Leased;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a queue that are in memory, and what finds them by PID, state, deadline and holder.
 * Of tasks that aren't in memory it may have the deadline.
 */
final class TaskIndex {
  private final Queue queue;
  private final Holders holders;
  private final SortedRuns<Pid, Task> tasks = byPid();
  private final SortedRuns<Pid, Task> available = byPid();
  private final SortedRuns<Deadline, Deadline> deadlines = new SortedRuns<>(Deadline::compareTo);

  /** Of the queues that are there, few have leases at any time. */
  private Map<String, SortedRuns<Pid, Task>> leasedBy = Map.of();

  TaskIndex(Queue queue, Holders holders) {
    this.queue = queue;
    this.holders = holders;
  }

  private static SortedRuns<Pid, Task> byPid() {
    return new SortedRuns<>(TaskIndex::compare);
  }

  private static int compare(Pid pid, Task task) {
    return pid.compareTo(task.pid());
  }

  @Nullable Task get(Pid pid) {
    return tasks.get(pid);
  }

  boolean contains(Pid pid) {
    return tasks.get(pid) != null;
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

  /** In the order of PIDs. */
  Iterable<Task> all() {
    return tasks;
  }

  /** Those with this PID or a later one, in the order of PIDs. */
  Iterable<Task> from(Pid pid) {
    return tasks.from(pid);
  }

  /** The most urgent one that is available. */
  @Nullable Task firstAvailable() {
    return available.first();
  }

  /** Puts the task in place of the one with its PID, which is returned. */
  @Nullable Task put(Task task) {
    Task before = tasks.put(task.pid(), task);
    if (before != null) {
      unindex(before);
    }
    switch (task.state()) {
      case Available() -> available.put(task.pid(), task);
      case Delayed _ -> add(deadlineOf(task));
      case Leased(var holder, _, _) -> {
        add(deadlineOf(task));
        leasedBy = leasedBy.isEmpty() ? new HashMap<>() : leasedBy;
        leasedBy.computeIfAbsent(holder.name(), this::newHolder).put(task.pid(), task);
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
        var leased = leasedBy.get(holder.name());
        if (leased == null || leased.remove(task.pid()) == null) {
          throw new Invariant.Violation(
              "queue=%s pid=%s is leased by nobody".formatted(queue.name, task.pid()));
        }
        if (leased.isEmpty()) {
          leasedBy.remove(holder.name());
          leasedBy = leasedBy.isEmpty() ? Map.of() : leasedBy;
          holders.remove(holder.name(), queue);
        }
      }
    }
  }

  private SortedRuns<Pid, Task> newHolder(String holder) {
    holders.add(holder, queue);
    return byPid();
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
    add(deadline);
  }

  private void add(Deadline deadline) {
    deadlines.put(deadline, deadline);
  }

  void removeBare(Deadline deadline) {
    deadlines.remove(deadline);
  }

  /** Of the earliest; {@link Queue#NEVER} when there is none. */
  long nextDeadlineMillis() {
    Deadline first = deadlines.first();
    return first == null ? Queue.NEVER : first.millis();
  }

  /** The earliest, which must be there. */
  Deadline firstDeadline() {
    return Invariant.present(deadlines.first(), "queue=%s has no deadline", queue.name);
  }

  /** The earliest first. */
  Iterable<Deadline> deadlines() {
    return deadlines;
  }

  /** In the order of PIDs. */
  List<Pid> leasedBy(String holder) {
    List<Pid> pids = new ArrayList<>();
    var leased = leasedBy.get(holder);
    if (leased != null) {
      leased.forEach(task -> pids.add(task.pid()));
    }
    return pids;
  }

  /** Tells {@link Holders} of the leases, when the queue comes back after it was taken away. */
  void attachHolders() {
    leasedBy.keySet().forEach(holder -> holders.add(holder, queue));
  }

  void detachHolders() {
    leasedBy.keySet().forEach(holder -> holders.remove(holder, queue));
  }
}
