package dev.millrace.node;

import dev.millrace.queue.HeadCache;
import dev.millrace.queue.Room;

/**
 * Room in memory for changes that the store has not taken yet, and then in the journal. What makes
 * queues longer is refused first; the rest has a quarter more.
 */
public final class OverlayRoom implements Room {
  private final Room journal;
  private final HeadCache cache;
  private final long growthBytesMax;
  private final long bytesMax;

  public OverlayRoom(Room journal, HeadCache cache, long overlayBytesMax) {
    this.journal = journal;
    this.cache = cache;
    this.growthBytesMax = overlayBytesMax;
    this.bytesMax = overlayBytesMax + overlayBytesMax / 4;
  }

  /** Whether what makes queues longer is refused at the moment. */
  boolean isFullForGrowth() {
    return cache.overlayBytes() > growthBytesMax;
  }

  @Override
  public Answer tryTake(int bytes, boolean growth) {
    // What this step itself takes matters little: it is small beside the reserve.
    boolean isFull = growth ? isFullForGrowth() : cache.overlayBytes() > bytesMax;
    return isFull ? Answer.OVERLOADED : journal.tryTake(bytes, growth);
  }
}
