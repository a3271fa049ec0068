package dev.millrace.queue;

/**
 * The memory that all slots of a node share: which queues have tasks in memory that are also in a
 * store, and how many bytes wait to get there. Used by the thread that executes.
 */
public final class HeadCache {
  private final Memory memory;
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
}
