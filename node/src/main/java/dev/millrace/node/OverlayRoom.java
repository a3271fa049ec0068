package dev.millrace.node;

import dev.millrace.queue.HeadCache;
import dev.millrace.queue.Room;

/**
 * Room in memory for changes that the store has not taken yet, and then in the journal. What makes
 * queues longer is refused first. Leases have an eighth more, so that they go on beside those who
 * enqueue as fast as they can; completions a quarter, because whatever was leased wants to end:
 * while they are refused nothing gets less.
 */
public final class OverlayRoom implements Room {
  private final Room journal;
  private final HeadCache cache;
  private final long growthBytesMax;
  private final long grantBytesMax;
  private final long bytesMax;

  public OverlayRoom(Room journal, HeadCache cache, long overlayBytesMax) {
    this.journal = journal;
    this.cache = cache;
    this.growthBytesMax = overlayBytesMax;
    this.grantBytesMax = overlayBytesMax + overlayBytesMax / 8;
    this.bytesMax = overlayBytesMax + overlayBytesMax / 4;
  }

  /** Whether what makes queues longer is refused at the moment. */
  boolean isFullForGrowth() {
    return cache.overlayBytes() > growthBytesMax;
  }

  /** Whether leases are refused at the moment. */
  boolean isFullForGrants() {
    return cache.overlayBytes() > grantBytesMax;
  }

  @Override
  public Answer tryTake(int bytes, Kind kind) {
    // What this step itself takes matters little: it is small beside the reserve.
    boolean isFull =
        switch (kind) {
          case GROWTH -> isFullForGrowth();
          case GRANT -> isFullForGrants();
          case COMPLETION -> cache.overlayBytes() > bytesMax;
        };
    return isFull ? Answer.OVERLOADED : journal.tryTake(bytes, kind);
  }
}
