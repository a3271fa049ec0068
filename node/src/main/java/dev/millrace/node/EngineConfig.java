package dev.millrace.node;

import dev.millrace.journal.JournalConfig;
import dev.millrace.queue.Limits;

/**
 * Bounds of the engine.
 *
 * @param waitingLeasesMax leases that may wait for a task; more are refused as overloaded. Each
 *     takes about a kilobyte. Suggested: 100,000.
 */
public record EngineConfig(JournalConfig journal, Limits limits, int waitingLeasesMax) {
  public static final EngineConfig DEFAULT =
      new EngineConfig(JournalConfig.DEFAULT, Limits.DEFAULT, 100_000);
}
