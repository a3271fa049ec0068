package dev.millrace.simulation;

import dev.millrace.simulation.SimulatedProcess.Freeze;
import dev.millrace.simulation.SimulatedProcess.Ran;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.util.List;
import java.util.Optional;

/**
 * Does for a process what the node's load stage and checkpoint loop do, a piece at a time: reads
 * and supplies what slots ask for, and brings their changes to the store. The run decides when.
 */
final class StoreKeeper {
  /** Everything that is due comes to its end in far fewer. */
  private static final int SUPPLIES_MAX = 300;

  private static final int REFUSED_MAX = 50;
  private static final int REAPS_MAX = 1_000;

  private final World world;
  private final Dice dice;
  private final Marks marks;
  private final Trace trace;
  private final SimulatedProcess process;
  private final Followers followers;
  private final ReadWatch watch;
  private int refusedInARow;

  StoreKeeper(
      World world,
      Dice dice,
      Marks marks,
      Trace trace,
      SimulatedProcess process,
      Followers followers) {
    this.world = world;
    this.dice = dice;
    this.marks = marks;
    this.trace = trace;
    this.process = process;
    this.followers = followers;
    this.watch = new ReadWatch(marks);
  }

  /** The process has executed something. */
  void ran(Ran ran) {
    watch.ran(ran);
  }

  /** Begins to read something that was asked for. */
  void read() {
    trace.event("read", 0, "");
    process.reads().begin();
  }

  /** Supplies a slot with something; whether there was anything. */
  boolean supply() {
    Optional<Reads.Read> next = process.reads().take();
    next.ifPresent(this::supply);
    return next.isPresent();
  }

  private void supply(Reads.Read read) {
    int slot = read.asked().slot();
    trace.event("supply", read.answered().inquiry(), read);
    watch.supplied(read, read.answered().version() < process.released(slot));
    var parked = List.copyOf(followers.parked(slot).keySet());
    Ran ran = process.supply(read);
    trace.event(ran.refused() ? "late, refused" : "late", ran.late().size(), ran.late());
    refusedInARow = ran.refused() ? refusedInARow + 1 : 0;
    watch.ran(ran);
    markParkedAgain(slot, parked, ran);
    followers.supplied(process, slot, ran);
  }

  private void markParkedAgain(int slot, List<Long> parked, Ran ran) {
    if (ran.asked().isEmpty()) {
      return;
    }
    for (long caller : parked) {
      if (process.isParked(slot, caller)) {
        var command = followers.parked(slot).get(caller);
        marks.hit("park.again " + (command == null ? "" : command.getClass().getSimpleName()));
      }
    }
  }

  /** Reads and supplies until nobody asks for anything; false when that has no end. */
  boolean supplyAll() {
    for (int i = 0; !process.reads().isEmpty(); i++) {
      if (i == SUPPLIES_MAX && refusedInARow < REFUSED_MAX) {
        throw new Violation("L5", "slots ask without end");
      } else if (i == SUPPLIES_MAX) {
        // What is due finds no room, and is read again and again.
        marks.hit("read.in vain");
        return false;
      }
      process.reads().begin();
      supply();
    }
    return true;
  }

  void freeze() {
    freeze(dice.pick(Freeze.DUE, Freeze.DUE, Freeze.DUE, Freeze.ALL));
    if (process.isTooLong()) {
      marks.hit("journal.too long");
      freeze(Freeze.OLDEST);
    }
  }

  private void freeze(Freeze which) {
    List<Integer> frozen = process.freeze(which);
    trace.event("freeze", frozen.size(), which);
    if (frozen.stream().anyMatch(slot -> process.layers(slot) > 1)) {
      marks.hit("freeze.second layer");
    }
  }

  /** Gives the store a layer, if there is one. */
  void apply() {
    if (process.checkpoint().waiting() > 0) {
      trace.event("apply", process.checkpoint().waiting(), "");
      unlessFull(process::apply);
    }
  }

  /** Tells a slot that the store has a layer of it. */
  void release() {
    if (process.release()) {
      trace.event("release", 0, "");
    }
  }

  void flush() {
    if (process.checkpoint().hasUnflushed()) {
      trace.event("flush", 0, "");
      unlessFull(process.checkpoint()::flush);
    }
  }

  void trim() {
    trace.event("trim", process.segments(), "");
    int before = process.segments();
    process.trim();
    process.maintain();
    if (process.segments() < before) {
      marks.hit("journal.trimmed");
    }
  }

  /** Removes some rows of deleted queues; in small pieces, so that there are several. */
  void reap() {
    if (process.checkpoint().isReaping()) {
      trace.event("reap", 0, "");
      world.store().limitScans(1 + dice.below(3));
      try {
        unlessFull(process.checkpoint()::reapSome);
      } finally {
        world.store().limitScans(Integer.MAX_VALUE);
      }
    }
  }

  /** A full store is tried again later; any other failure ends the process. */
  private void unlessFull(Runnable write) {
    try {
      write.run();
    } catch (StoreException e) {
      if (e.problem() != Problem.FULL) {
        throw e;
      }
      marks.hit("store.full");
      trace.event("store full", 0, "");
    }
  }

  /** Brings all that is committed to the store, as far as that has room. */
  void finish() {
    trace.event("finish", process.checkpoint().waiting(), "");
    unlessFull(
        () -> {
          while (process.checkpoint().waiting() > 0) {
            process.apply();
          }
          process.checkpoint().flush();
          process.trim();
        });
    while (process.release()) {}
  }

  /** Removes all that deleted queues have left, and all of the journal that nobody needs. */
  void clear() {
    for (int i = 0; process.checkpoint().isReaping(); i++) {
      if (i == REAPS_MAX) {
        throw new Violation("R4", "the reaper comes to no end");
      }
      reap();
    }
    trim();
    process.maintain();
  }
}
