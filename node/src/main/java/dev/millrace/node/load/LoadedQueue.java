package dev.millrace.node.load;

import dev.millrace.queue.Change.QueueCounts;
import dev.millrace.queue.Pid;
import dev.millrace.queue.Position;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.StoredQueue;
import org.jspecify.annotations.Nullable;

/** A queue as the store has it, and what a load adds to it. */
final class LoadedQueue {
  private final long id;
  private final QueueName name;
  private final @Nullable StoredQueue before;
  private @Nullable Pid firstAvailable;
  private long available;
  private long delayed;

  LoadedQueue(long id, QueueName name, @Nullable StoredQueue before) {
    this.id = id;
    this.name = name;
    this.before = before;
  }

  long id() {
    return id;
  }

  boolean isNew() {
    return before == null;
  }

  boolean hasMore() {
    return available + delayed > 0;
  }

  /** Counts a task; they come by growing PID. */
  void add(Pid pid, boolean isDelayed) {
    if (isDelayed) {
      delayed++;
      return;
    }
    available++;
    if (firstAvailable == null) {
      firstAvailable = pid;
    }
  }

  StoredQueue stored(long nowMillis) {
    if (before == null) {
      return new StoredQueue(
          id,
          name,
          false,
          new QueueCounts(id, available, 0, delayed, available + delayed, 0),
          firstAvailable == null ? Position.START : Position.before(firstAvailable),
          firstAvailable == null ? StoredQueue.UNKNOWN : nowMillis);
    }
    var counts = before.counts();
    boolean isAhead = firstAvailable != null && before.head().isAfter(firstAvailable);
    return new StoredQueue(
        id,
        name,
        before.paused(),
        new QueueCounts(
            id,
            counts.available() + available,
            counts.leased(),
            counts.delayed() + delayed,
            counts.entered() + available + delayed,
            counts.left()),
        isAhead && firstAvailable != null ? Position.before(firstAvailable) : before.head(),
        firstAvailable == null ? before.headMillis() : StoredQueue.UNKNOWN);
  }
}
