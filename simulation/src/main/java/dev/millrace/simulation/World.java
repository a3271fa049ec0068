package dev.millrace.simulation;

import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.SimulatedDisk;
import dev.millrace.node.EngineConfig;
import dev.millrace.queue.Limits;

/**
 * What outlives the processes of a run: the machine with its disk and clocks, and how the node is
 * configured.
 */
record World(
    SimulatedDisk disk,
    SimulatedTime time,
    EngineConfig config,
    DirectoryId directory,
    Seams seams) {
  /** The same world with another disk. */
  World with(SimulatedDisk otherDisk) {
    return new World(otherDisk, time, config, directory, seams);
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
    return new World(
        new SimulatedDisk(dice.split().random()),
        new SimulatedTime(),
        new EngineConfig(journal, limits, dice.pick(2, 20)),
        new DirectoryId(dice.random().nextLong(), dice.random().nextLong()),
        seams);
  }
}
