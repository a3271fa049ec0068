package dev.millrace.queue;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory that all slots of a node share: which queues have tasks in memory that are also in a
 * store, and how many bytes wait to get there. What is in a store may be dropped at any time; the
 * queue that was used longest ago loses it first. Used by the thread that executes.
 */
public final class HeadCache {
  private final Memory memory;

  /** Queues that have something to drop, the one that was used longest ago first. */
  private final Map<Queue, Boolean> queues = new LinkedHashMap<>(16, 0.75f, true);

  private long cachedBytes;
  private long overlayBytes;

  public HeadCache(Memory memory) {
    this.memory = memory;
  }

  Memory memory() {
    return memory;
  }

  /** Changes, of all slots, that no store has yet. */
  public long overlayBytes() {
    return overlayBytes;
  }

  void addOverlayBytes(long bytes) {
    overlayBytes += bytes;
  }

  /** Tasks, of all slots, that are also in a store. */
  public long cachedBytes() {
    return cachedBytes;
  }

  /** The part of the memory that each of the queues in it can have. */
  long shareBytes() {
    return memory.cacheBytes() / Math.max(1, queues.size());
  }

  /** So many bytes of the queue more, or less, are also in a store now. */
  void addCachedBytes(Queue queue, long bytes) {
    cachedBytes += bytes;
    boolean hadSomething = queue.cachedBytes() - bytes > 0;
    boolean hasSomething = queue.cachedBytes() > 0;
    if (hasSomething && !hadSomething) {
      queues.put(queue, true);
    } else if (hadSomething && !hasSomething) {
      queues.remove(queue);
    }
  }

  /** The queue is used now. */
  void touch(Queue queue) {
    var _ = queues.get(queue);
  }

  /** Drops what is too much. A queue that has the memory for itself keeps its head. */
  void evict() {
    Queue queue = leastRecentlyUsedOfTooMany();
    while (queue != null) {
      if (queues.size() == 1) {
        queue.trim(shareBytes() / 2);
      } else {
        queue.evict();
      }
      queue = leastRecentlyUsedOfTooMany();
    }
  }

  private @Nullable Queue leastRecentlyUsedOfTooMany() {
    if (cachedBytes <= memory.cacheBytes()) {
      return null;
    }
    for (Queue queue : queues.keySet()) {
      if (!queue.isPinned()) {
        return queue;
      }
    }
    return null;
  }
}
