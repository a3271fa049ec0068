package dev.millrace.queue;

import java.util.List;
import java.util.Map;

/** The durable state of a slot: its queues with their exact counters and tasks, its policies. */
record Snapshot(Map<QueueStats, List<Task>> queues, PolicyDocument policies) {

  /** The part of the statistics that is kept over a crash and doesn't move with time. */
  static QueueStats durable(QueueStats stats) {
    return new QueueStats(
        stats.queue(),
        stats.generation(),
        stats.paused(),
        stats.available(),
        stats.leased(),
        stats.delayed(),
        -1,
        stats.entered(),
        stats.left(),
        QueueStats.Rates.ZERO,
        QueueStats.Rates.ZERO,
        -1);
  }
}
