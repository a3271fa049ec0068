package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Slot;
import dev.millrace.simulation.SimulatedProcess.Ran;
import java.util.List;

/** A process from its start to its end, with those who follow what it does. */
final class Life {
  private static final int ROUNDS_MAX = 100;

  private final World world;
  private final Trace trace;
  private final SimulatedProcess process;
  private final Followers followers;
  private final StoreKeeper keeper;
  private final Inspector inspector;

  Life(
      World world,
      Dice dice,
      Marks marks,
      Trace trace,
      SimulatedProcess process,
      Followers followers) {
    this.world = world;
    this.trace = trace;
    this.process = process;
    this.followers = followers;
    this.keeper = new StoreKeeper(world, dice, marks, trace, process, followers);
    this.inspector = new Inspector(process, followers, keeper);
  }

  SimulatedProcess process() {
    return process;
  }

  /** Who reads and writes the store of the process. */
  StoreKeeper keeper() {
    return keeper;
  }

  void open() {
    Ran ran = process.open();
    keeper.ran(ran);
    followers.opened(process, ran);
  }

  /** Executes a command, which must not be refused. */
  void execute(Op op) {
    Ran ran = process.execute(op);
    keeper.ran(ran);
    followers.executed(process, op.slot(), op.caller(), op.command(), ran);
  }

  void tick() {
    trace.event("tick", process.nowMillis(), "");
    Ran ran = process.tick();
    keeper.ran(ran);
    followers.ticked(process, ran);
  }

  /** The caller of a command has gone. */
  void cancel(Op op) {
    trace.event("cancel", op.caller(), "");
    Ran ran = process.cancel(op);
    keeper.ran(ran);
    var cancel = new Command.Cancel(op.caller());
    followers.executed(process, op.slot(), SimulatedProcess.NOBODY, cancel, ran);
  }

  /** Looks at everything that there is. */
  List<Reply.Peeked> audit() {
    trace.event("audit", 0, "");
    var _ = keeper.supplyAll();
    return Audit.scan(process, inspector);
  }

  /** Reads all that is asked for and does all that is due: then nothing may be left over. */
  void settle() {
    trace.event("settle", process.nowMillis(), "");
    for (int round = 0; round == 0 || !process.reads().isEmpty(); round++) {
      if (round == ROUNDS_MAX) {
        throw new Violation("L5", "each tick has something to read");
      }
      if (!keeper.supplyAll()) {
        return;
      }
      tick();
    }
    followers.checkQuiet(process.nowMillis());
  }

  /**
   * Brings all that is frozen and committed to the store: nothing of it may be left in memory or in
   * the journal.
   */
  void clear() {
    keeper.finish();
    tick();
    keeper.clear();
    long dying = Audit.checkRows(world.store());
    if (dying > 0 || process.segments() > 1) {
      throw new Violation(
          "R4", "%d deleted queues and %d segments are left".formatted(dying, process.segments()));
    }
    checkMemory();
  }

  private void checkMemory() {
    var cache = process.cache();
    long changed = process.slots().stream().mapToLong(Slot::changedBytes).sum();
    if (cache.overlayBytes() != changed) {
      throw new Violation(
          "R4", "%d bytes have changed, and %d are kept".formatted(changed, cache.overlayBytes()));
    }
    boolean mayDrop = process.reads().isEmpty();
    if (mayDrop && cache.cachedBytes() > world.config().memory().cacheBytes()) {
      throw new Violation("R4", "%d bytes are kept in vain".formatted(cache.cachedBytes()));
    }
  }
}
