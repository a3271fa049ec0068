package dev.millrace.simulation;

import dev.millrace.journal.JournalException;
import dev.millrace.journal.SimulatedDisk;
import java.util.Arrays;

/**
 * Changes a byte of a copy of the disk between two processes: the copy must be refused, or hold
 * what was acknowledged all the same (rule R1 of docs/promises.md). The run goes on with the disk
 * as it was.
 */
final class DamageTrial {
  private static final double SHARE = 0.3;

  private final World world;
  private final Dice dice;
  private final Marks marks;
  private final Trace trace;

  DamageTrial(World world, Dice dice, Marks marks, Trace trace) {
    this.world = world;
    this.dice = dice;
    this.marks = marks;
    this.trace = trace;
  }

  /**
   * Tries it out, now and then.
   *
   * @param committed the tickets that are durable
   * @param clean whether the last process has ended in order; else damage to the last frame may go
   *     unnoticed
   */
  void tryOut(Followers followers, long[] committed, boolean clean) {
    if (!dice.chance(SHARE)) {
      return;
    }
    var copy = world.disk().copy(dice.split().random());
    if (!change(copy)) {
      return;
    }
    World other = world.with(copy, world.store().copy());
    SimulatedProcess process;
    try {
      process = new SimulatedProcess(other, dice.split());
    } catch (JournalException e) {
      marks.hit("damage.refused");
      trace.event("damage refused", 0, e.toString());
      return;
    } catch (RuntimeException e) {
      throw new Violation("R1", "damage was believed: " + e);
    }
    judge(other, process, followers, committed, clean);
  }

  private boolean change(SimulatedDisk copy) {
    var files = copy.list().stream().filter(name -> copy.bytes(name).length > 0).sorted().toList();
    if (files.isEmpty()) {
      return false;
    }
    String file = dice.pick(files);
    byte[] bytes = copy.bytes(file);
    int offset = dice.below(bytes.length);
    if (dice.chance(0.9)) {
      offset = nextUsed(bytes, offset);
    }
    int mask = 1 << dice.below(8);
    trace.event("damage", offset, file + " of " + bytes.length + " ^ " + mask);
    copy.corrupt(file, offset, mask);
    return true;
  }

  /** The next byte that isn't 0, from a place on and round. */
  private static int nextUsed(byte[] bytes, int from) {
    for (int i = 0; i < bytes.length; i++) {
      int at = (from + i) % bytes.length;
      if (bytes[at] != 0) {
        return at;
      }
    }
    return from;
  }

  private void judge(
      World other, SimulatedProcess process, Followers followers, long[] committed, boolean clean) {
    long[] tickets = process.found();
    for (int slot = 0; slot < tickets.length; slot++) {
      tickets[slot] = followers.stepTicket(slot, tickets[slot]);
    }
    if (clean && !Arrays.equals(tickets, committed)) {
      throw new Violation(
          "R1",
          "damage shortened the journal from %s to %s"
              .formatted(Arrays.toString(committed), Arrays.toString(tickets)));
    }
    marks.hit("damage.harmless");
    var life = new Life(other, dice.split(), marks, trace, process, followers.past(tickets));
    life.open();
    var _ = life.audit();
  }
}
