package dev.millrace.simulation;

import dev.millrace.journal.Disk;
import dev.millrace.journal.RecoveryRules;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.node.home.StoreReader.Answered;
import dev.millrace.node.home.StoreReader.Asked;
import dev.millrace.queue.Command;
import dev.millrace.queue.StepCodec.Journaled;
import dev.millrace.store.SimulatedStore;
import dev.millrace.store.Snapshot;
import dev.millrace.store.Store;
import java.util.List;

/**
 * The places where a {@link SeededBug} takes hold: between the product's classes, never inside
 * them.
 */
interface Seams {
  /** The product as it is. */
  Seams NONE = new Seams() {};

  /** What reaches the slot in place of what the client sent. */
  default Command command(Command sent) {
    return sent;
  }

  default Durability durability(Durability asked) {
    return asked;
  }

  /** The time that is given to the slots. */
  default long nowMillis(Command command, long nowMillis, long wallMillis) {
    return nowMillis;
  }

  default Disk disk(Disk disk) {
    return disk;
  }

  default RecoveryRules recoveryRules() {
    return RecoveryRules.STRICT;
  }

  /** What recovery finds of a slot, in place of what was journaled. */
  default List<Journaled> journaled(List<Journaled> steps) {
    return steps;
  }

  /** The store of one process. */
  default Store store(SimulatedStore store) {
    return store;
  }

  /** The version of the store in which these are read. */
  default Snapshot snapshot(Store store, List<Asked> asked) {
    return store.snapshot();
  }

  /**
   * What a slot is supplied with.
   *
   * @param released up to where the slot has let go what the store has
   */
  default Answered supply(Reads.Read read, long released) {
    return read.answered();
  }

  /** The incarnation that slots are opened with. */
  default long incarnation(long incarnation) {
    return incarnation;
  }
}
