package dev.millrace.bench.scale;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How far a node grows, and how it is measured.
 *
 * @param tasks in the end
 * @param queues that share them
 * @param memoryBytes the server may have, all kinds of it
 * @param phase how long each latency is measured
 * @param mixed how long all kinds of calls are mixed; 0 for not
 */
public record ScalePlan(long tasks, int queues, long memoryBytes, Duration phase, Duration mixed) {
  /** Beyond so many, the bulk is built offline, and only the last come through the interface. */
  static final long ONLINE_MAX = 100_000_000;

  static final long LAST_ONLINE = 10_000_000;

  /** Of a task of 10 bytes, with the room that a compaction or a load takes meanwhile. */
  private static final int BYTES_PER_TASK = 60;

  /** For the journal, and what doesn't grow. */
  private static final long BYTES_BESIDE = 1L << 30;

  private static final long SMALLEST = 1_000_000;

  private static final long LARGEST_MIN = 1_000_000;

  /** So large is the node under mixed load, if it becomes as large as that. */
  private static final long MIXED_SIZE = 100_000_000;

  public ScalePlan {
    if (tasks < 1 || queues < 1 || queues > tasks) {
      throw new IllegalArgumentException("%d tasks in %d queues".formatted(tasks, queues));
    }
  }

  /** At which sizes to measure: ten times as many each, and the last. */
  List<Long> sizes() {
    List<Long> sizes = new ArrayList<>();
    for (long size = Math.min(SMALLEST, Math.max(1, tasks / 10)); size < tasks; size *= 10) {
      sizes.add(size);
    }
    sizes.add(tasks);
    return sizes;
  }

  /** Whether the mixed load comes at this size. */
  boolean isMixedAt(long size) {
    return !mixed.isZero() && size == Math.min(tasks, MIXED_SIZE);
  }

  /** What has to be free on the disk. */
  long diskBytes() {
    return BYTES_BESIDE + BYTES_PER_TASK * tasks;
  }

  /** How many leased and how many delayed tasks there are in the end. */
  long held() {
    return Math.min(10_000_000, tasks / 10);
  }

  /** How many tasks the largest queue has: enough that its space is worth freeing. */
  long largest() {
    return Math.max(LARGEST_MIN, tasks / 10);
  }
}
