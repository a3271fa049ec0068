package dev.millrace.node;

import java.time.Duration;

/**
 * When changes go from memory to the store, and how many may wait for that.
 *
 * @param overlayBytesMax changes in memory that the store has not taken yet. With more, what makes
 *     queues longer is refused as overloaded. Larger lets more tasks come and go without ever
 *     touching the store. Suggested: an eighth of the heap.
 * @param journalBytesMax sealed segments after which the slots that keep the oldest of them go to
 *     the store; after a quarter of it already, unless most tasks go as fast as they come. Larger
 *     writes less to the store, smaller starts faster after a crash. Suggested: 512 MiB.
 * @param interval after which a change goes to the store even when nothing else asks for it, which
 *     is flushed half as long after that at the latest. Suggested: a minute.
 */
public record CheckpointConfig(long overlayBytesMax, long journalBytesMax, Duration interval) {
  public static final CheckpointConfig DEFAULT =
      new CheckpointConfig(128L << 20, 512L << 20, Duration.ofMinutes(1));

  /** For slots that have no store. */
  public static final CheckpointConfig NEVER =
      new CheckpointConfig(Long.MAX_VALUE / 2, Long.MAX_VALUE, Duration.ofDays(36_500));
}
