package dev.millrace.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far into a queue all available tasks are in memory, and how much is read when that isn't far
 * enough.
 *
 * <p>It learns from what becomes of that: more is read ahead each time, and much less after it was
 * dropped before somebody took it.
 */
final class Head {
  /** For each task that is asked for, so many more are read at first, and at most. */
  private static final int READ_AHEAD = 4;

  private static final int READ_AHEAD_MAX = 16;

  /** How much is read at least before a read ends for its size. */
  private static final long READ_BYTES_MIN = 1 << 20;

  /** Available tasks from here on may not be in memory; none when all are. */
  private @Nullable Position unknownFrom;

  /** When the task was enqueued that is the first one behind {@link #unknownFrom}, if known. */
  private long unknownMillis = StoredQueue.UNKNOWN;

  /** For each task that is asked for, so many more are read. */
  private int readAhead = READ_AHEAD;

  /** What a task of the last read takes. */
  private long taskBytes = Task.MEMORY_BYTES;

  /** Nothing is in memory. */
  void load(StoredQueue stored) {
    unknownFrom = stored.head();
    unknownMillis = stored.headMillis();
  }

  @Nullable Position unknownFrom() {
    return unknownFrom;
  }

  /** {@link StoredQueue#UNKNOWN} if nobody has looked since the first task changed. */
  long unknownMillis() {
    return unknownMillis;
  }

  /** Whether an available task with this PID would be in memory. */
  boolean covers(Pid pid) {
    return unknownFrom == null || unknownFrom.isAfter(pid);
  }

  /** All available tasks are in memory. */
  void complete() {
    unknownFrom = null;
  }

  /** A task isn't available any more, or another one than it was. */
  void changed(Pid pid) {
    if (!covers(pid)) {
      // It may have been the one whose time is known.
      unknownMillis = StoredQueue.UNKNOWN;
    }
  }

  /** An available task is no longer in memory. */
  void dropped(Task task) {
    if (covers(task.pid())) {
      unknownFrom = Position.before(task.pid());
      unknownMillis = task.enqueuedMillis();
    }
  }

  /** All was dropped that could be. */
  void evicted() {
    readAhead /= 4;
  }

  /** What the store has from {@link #unknownFrom} on is in memory now. */
  void refilled(Finding.Tasks found) {
    noteSize(found.tasks());
    readAhead = Math.clamp(2L * readAhead, 1, READ_AHEAD_MAX);
    unknownFrom = found.isComplete() ? null : Position.behind(found.tasks().getLast().pid());
    unknownMillis = StoredQueue.UNKNOWN;
  }

  private void noteSize(List<Task> read) {
    if (!read.isEmpty()) {
      long bytes = read.stream().mapToLong(Task::memoryBytes).sum();
      taskBytes = Math.max(1, bytes / read.size());
    }
  }

  /**
   * What to read to have so many tasks, and those that will be asked for next. Half of the queue's
   * share of the memory is left to what comes otherwise.
   *
   * @param leasedLately how many tasks of the queue
   */
  Need.AvailableTasks need(Queue queue, int wanted, double leasedLately, HeadCache cache) {
    Memory memory = cache.memory();
    Position from = Invariant.present(unknownFrom, "queue=%s is known", queue.name);
    long soon = readAhead == 0 ? 0 : (long) leasedLately;
    long share = cache.shareBytes() / 2 / taskBytes;
    long ahead = Math.min(Math.max((long) wanted * readAhead, soon), share);
    int tasksMax = (int) Math.min(memory.headTasksMax(), wanted + ahead);
    long bytesMax = Math.max(memory.headBytesMax(), READ_BYTES_MIN);
    return new Need.AvailableTasks(queue.id, from, tasksMax, bytesMax);
  }
}
