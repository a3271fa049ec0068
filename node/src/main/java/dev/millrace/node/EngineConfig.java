package dev.millrace.node;

import dev.millrace.journal.JournalConfig;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Memory;

/**
 * Bounds of the engine.
 *
 * @param memory what slots keep of what is in their store
 * @param waitingLeasesMax leases that may wait for a task; more are refused as overloaded. Each
 *     takes about a kilobyte. Suggested: 100,000.
 * @param parkedCallsMax calls that may wait for something to be read from the store; with so many,
 *     others are refused as overloaded. Suggested: 10,000.
 * @param parkedBytesMax memory that those calls may take. Suggested: 32 MiB.
 */
public record EngineConfig(
    JournalConfig journal,
    Limits limits,
    Memory memory,
    CheckpointConfig checkpoint,
    int waitingLeasesMax,
    int parkedCallsMax,
    long parkedBytesMax) {
  /** Fits a process with 1 GiB of memory in all. */
  public static final Memory MEMORY_DEFAULT =
      new Memory(64L << 20, 10_000, 16L << 20, 4_096, 64L << 20);

  public static final EngineConfig DEFAULT =
      new EngineConfig(
          JournalConfig.DEFAULT,
          Limits.DEFAULT,
          MEMORY_DEFAULT,
          CheckpointConfig.DEFAULT,
          100_000,
          10_000,
          32L << 20);

  /** The defaults, but for these. */
  public EngineConfig(JournalConfig journal, Limits limits, int waitingLeasesMax) {
    this(
        journal,
        limits,
        DEFAULT.memory,
        DEFAULT.checkpoint,
        waitingLeasesMax,
        DEFAULT.parkedCallsMax,
        DEFAULT.parkedBytesMax);
  }

  public EngineConfig with(Memory changed) {
    return new EngineConfig(
        journal, limits, changed, checkpoint, waitingLeasesMax, parkedCallsMax, parkedBytesMax);
  }

  public EngineConfig with(CheckpointConfig changed) {
    return new EngineConfig(
        journal, limits, memory, changed, waitingLeasesMax, parkedCallsMax, parkedBytesMax);
  }
}
