package dev.millrace.simulation;

import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.SimulatedDisk;
import dev.millrace.node.CheckpointConfig;
import dev.millrace.node.EngineConfig;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Memory;
import dev.millrace.store.SimulatedStore;
import java.time.Duration;

/**
 * What outlives the processes of a run: the machine with its disk, store and clocks, and how the
 * node is configured.
 */
record World(
    SimulatedDisk disk,
    SimulatedStore store,
    SimulatedTime time,
    EngineConfig config,
    DirectoryId directory,
    Seams seams) {
  /** The same world with another disk and store. */
  World with(SimulatedDisk otherDisk, SimulatedStore otherStore) {
    return new World(otherDisk, otherStore, time, config, directory, seams);
  }

  static World draw(Dice dice, Seams seams) {
    int segmentBytes = dice.pick(4, 8, 32) << 10;
    int frameBytesMax = dice.pick(1536, 2560, 3584);
    var journal = new JournalConfig(segmentBytes, frameBytesMax, dice.pick(1, 2), segmentBytes);
    var limits =
        new Limits(
            100,
            6,
            6,
            dice.pick(40, 120, 1 << 20),
            dice.chance(0.2) ? 1000 : Limits.DEFAULT.keptRequestsBytesMax(),
            dice.pick(300, 3_000, 600_000),
            dice.pick(500, 600_000));
    var config =
        new EngineConfig(
            journal,
            limits,
            memory(dice),
            checkpoint(dice, segmentBytes),
            dice.pick(2, 20),
            dice.pick(3, 20, 1_000),
            Long.MAX_VALUE);
    return new World(
        new SimulatedDisk(dice.split().random()),
        new SimulatedStore(Vocabulary.SLOTS),
        new SimulatedTime(),
        config,
        new DirectoryId(dice.random().nextLong(), dice.random().nextLong()),
        seams);
  }

  /** From nothing over a few tasks to everything. */
  private static Memory memory(Dice dice) {
    if (dice.chance(0.1)) {
      return Memory.UNLIMITED;
    }
    return new Memory(
        dice.pick(0, 200, 500, 2_000, 1 << 20),
        dice.pick(1, 2, 4, 1_000),
        dice.pick(1, 300, 1_000, 1 << 20),
        dice.pick(1, 2, 3, 4, 8, 1_000),
        dice.pick(300, 1_000, 5_000, 1 << 20));
  }

  private static CheckpointConfig checkpoint(Dice dice, int segmentBytes) {
    return new CheckpointConfig(
        dice.chance(0.2) ? dice.pick(1_500, 6_000) : 1 << 30,
        (long) segmentBytes * dice.pick(0, 2, 1_000),
        Duration.ofMillis(dice.pick(10, 100, 60_000)));
  }
}
