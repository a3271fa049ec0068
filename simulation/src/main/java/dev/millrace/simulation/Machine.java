package dev.millrace.simulation;

import dev.millrace.journal.Crash;
import dev.millrace.journal.DiskException;
import dev.millrace.journal.Fault;
import dev.millrace.journal.JournalException;
import dev.millrace.journal.SimulatedCrash;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Reply;
import dev.millrace.simulation.SimulatedProcess.Answered;
import dev.millrace.simulation.SimulatedProcess.Freeze;
import dev.millrace.store.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The machine of a run: keeps a {@link SimulatedProcess} going over crashes, failures of the disk
 * and jumps of the clock, and checks after each restart that what was acknowledged is there.
 */
final class Machine {
  private static final int RECOVERIES_MAX = 50;
  private static final int MAINTENANCE_MAX = 10;
  private static final int DISTURBED_RECOVERIES_MAX = 4;

  private final World world;
  private final Dice dice;
  private final Marks marks;
  private final Trace trace;
  private final Consumer<Answered> deliver;
  private final Consumer<long[]> onRecovered;
  private final Followers followers;
  private final Faults faults;
  private final DamageTrial damage;

  /** Executed and not answered. */
  private final Map<Long, Op> open = new HashMap<>();

  /** By slot, the last ticket of an answer that left when it was durable. */
  private final long[] acknowledged = new long[Vocabulary.SLOTS];

  /** By slot, the last ticket of an answer that left when the operating system had it. */
  private final long[] written = new long[Vocabulary.SLOTS];

  /** By slot, the last ticket that is durable. */
  private long[] committed = new long[Vocabulary.SLOTS];

  /** The same before the last commit. */
  private long[] committedBefore = new long[Vocabulary.SLOTS];

  /** By slot, the last ticket that the process found when it started. */
  private long[] recovered = new long[Vocabulary.SLOTS];

  /** Commands that weren't executed, and why. */
  private final Map<Long, ErrorCode> refused = new HashMap<>();

  private @Nullable Life life;

  Machine(
      World world,
      Dice dice,
      Marks marks,
      Trace trace,
      Consumer<Answered> deliver,
      Consumer<long[]> onRecovered) {
    this.world = world;
    this.dice = dice;
    this.marks = marks;
    this.trace = trace;
    this.deliver = deliver;
    this.onRecovered = onRecovered;
    this.followers = new Followers(world.config(), marks);
    this.faults = new Faults(world, dice, marks, trace);
    this.damage = new DamageTrial(world, dice, marks, trace);
  }

  /** The process that runs now. */
  Life life() {
    if (life == null) {
      throw new IllegalStateException("the machine is down");
    }
    return life;
  }

  private SimulatedProcess process() {
    return life().process();
  }

  Followers followers() {
    return followers;
  }

  void start() {
    recover(false);
  }

  void execute(Op op) {
    open.put(op.caller(), op);
    ErrorCode refusal = process().refusal(op);
    if (refusal == ErrorCode.INTERNAL) {
      life().execute(op);
    } else {
      refused.put(op.caller(), refusal);
      process().refuse(op);
    }
  }

  /** Lets one who has no answer yet go away. */
  void cancelOne() {
    for (int slot = 0; slot < Vocabulary.SLOTS; slot++) {
      var callers = new ArrayList<Long>(followers.parked(slot).keySet());
      followers.model(slot).waiters.all().forEach(waiter -> callers.add(waiter.caller()));
      Op op = callers.isEmpty() ? null : open.get(dice.pick(callers));
      if (op != null) {
        marks.hit("wait.cancelled");
        life().cancel(op);
        return;
      }
    }
  }

  /** Writes all that was executed, and syncs it if somebody waits for that, or now and then. */
  void write() {
    commit(false);
  }

  /** Makes all that was executed durable, and lets the answers go. */
  void commit() {
    commit(true);
  }

  private void commit(boolean sync) {
    trace.event("commit", 0, sync);
    process().endBatch();
    if (process().pendingBatches() > 1) {
      marks.hit("commit.several batches");
    }
    try {
      process().write();
      if (sync || process().isSyncDue() || dice.chance(0.3)) {
        sync();
      } else {
        marks.hit("commit.not synced");
      }
    } finally {
      deliverAnswers();
    }
  }

  private void sync() {
    long[] tickets = followers.lastTickets();
    if (!Arrays.equals(tickets, committed)) {
      followers.forgetBefore(committedBefore);
      committedBefore = committed;
    }
    process().sync();
    committed = tickets;
  }

  private void deliverAnswers() {
    for (Answered answered : process().takeAnswers()) {
      Op op = answered.op();
      open.remove(op.caller());
      long[] line =
          switch (op.durability()) {
            case FSYNC -> acknowledged;
            case OS -> written;
          };
      long ticket = followers.stepTicket(op.slot(), answered.answer().ticket());
      line[op.slot()] = Math.max(line[op.slot()], ticket);
      checkPromised(op, answered.answer().reply());
      if (faults.isDiskLimited() && answered.answer().reply() instanceof Reply.Updated) {
        marks.hit("disk.full, and updated");
      }
      if (!Inspector.isOne(op)) {
        deliver.accept(answered);
      }
    }
  }

  private void checkPromised(Op op, Reply reply) {
    ErrorCode refusal = refused.remove(op.caller());
    if (refusal == null) {
      followers.checkPromised(op.caller(), reply);
    } else if (!(reply instanceof Reply.Failed(var problem) && problem.code() == refusal)) {
      throw new Violation(
          "C2", "%s must be refused as %s, not answered %s".formatted(op, refusal, reply));
    }
  }

  /** Something goes wrong, now or soon. */
  void mishap() {
    switch (dice.weighted(25, 25, 20, 8, 15, 10, 12, 15)) {
      case 0 -> {
        marks.hit("crash.between calls");
        world.disk().stop();
        var _ = world.disk().list();
      }
      case 1 -> faults.plan(Fault.CRASH);
      case 2 -> faults.plan(Fault.FAIL_ONCE);
      case 3 -> faults.plan(Fault.FAIL_ALWAYS);
      case 4 -> {
        if (faults.isDiskLimited()) {
          freeDisk();
        } else {
          faults.fillDisk();
          process().maintain();
        }
      }
      case 5 -> faults.jump();
      case 6 -> faults.planForStore();
      default -> restart();
    }
  }

  /**
   * Makes room on the disk. Once in a while the node looks for it by itself; here it looks at once.
   */
  private void freeDisk() {
    faults.freeDisk();
    for (int i = 0; i < MAINTENANCE_MAX && life != null && process().isDiskFull(); i++) {
      process().maintain();
    }
  }

  /** Stops the process in order, and starts it again. */
  private void restart() {
    commit();
    if (dice.chance(0.5)) {
      process().freeze(Freeze.ALL);
      commit();
      life().keeper().finish();
    }
    trace.event("close", 0, "");
    process().close();
    marks.hit("restart.clean");
    ended();
    damage.tryOut(followers, committed, true);
    recover(false);
  }

  /** The machine has stopped in the middle of something. */
  void crashed() {
    if (faults.planned() == Fault.CRASH) {
      marks.hit("crash.in a call");
    }
    deliverLate();
    crash(dice.pick(Crash.values()));
  }

  /** The disk has failed, and the process has given up. */
  void failed(JournalException failure) {
    if (faults.planned() == null) {
      throw new Violation("X2", "the journal failed without a fault: " + failure);
    }
    marks.hit(faults.planned() == Fault.FAIL_ONCE ? "disk.failed once" : "disk.failed for good");
    givenUp(failure);
  }

  /** The store has failed, and the process has given up. */
  void failed(StoreException failure) {
    if (!faults.isPlannedForStore()) {
      throw new Violation("X2", "the store failed without a fault: " + failure);
    }
    marks.hit("store.failed");
    givenUp(failure);
  }

  private void givenUp(RuntimeException failure) {
    trace.event("failed", 0, failure.toString());
    deliverLate();
    crash(dice.chance(0.7) ? Crash.PROCESS : dice.pick(Crash.values()));
  }

  /** Answers that left before the end reach their clients. */
  private void deliverLate() {
    if (life != null) {
      deliverAnswers();
    }
  }

  private void crash(Crash crash) {
    trace.event("crash", 0, crash);
    marks.hit("crash." + crash);
    ended();
    world.disk().crash(crash);
    if (faults.isDiskLimited()) {
      faults.freeDisk();
    }
    damage.tryOut(followers, committed, false);
    recover(crash != Crash.PROCESS);
  }

  /** The process is gone, and with it what the store had only in its memory. */
  private void ended() {
    if (life != null && life.process().hasUnapplied()) {
      marks.hit("crash.between freeze and apply");
    }
    faults.crashStore();
    life = null;
    faults.ended();
    if (!open.isEmpty()) {
      marks.hit("outcome.unknown");
    }
    open.clear();
    world.time().advance(dice.chance(0.5) ? 0 : dice.millis(1, 100));
    if (dice.chance(0.2)) {
      faults.jump();
    }
  }

  private void recover(boolean machineLost) {
    boolean lost = machineLost;
    for (int attempt = 0; attempt < RECOVERIES_MAX; attempt++) {
      boolean undisturbed = attempt >= DISTURBED_RECOVERIES_MAX || dice.chance(0.7);
      if (!undisturbed && dice.chance(0.2)) {
        faults.planForStore();
      } else if (!undisturbed) {
        faults.plan(dice.pick(Fault.CRASH, Fault.CRASH, Fault.FAIL_ONCE));
      }
      try {
        recoverOnce(lost);
        return;
      } catch (SimulatedCrash _) {
        marks.hit("crash.in recovery");
        Crash crash = dice.pick(Crash.values());
        trace.event("crash in recovery", attempt, crash);
        lost |= crash != Crash.PROCESS;
        world.disk().crash(crash);
      } catch (JournalException e) {
        boolean full = e instanceof DiskException disk && disk.kind() == DiskException.Kind.FULL;
        if (faults.planned() == null && !(full && faults.isDiskLimited())) {
          throw new Violation("R1", "the journal can't be opened: " + e);
        }
        faults.freeDisk();
        trace.event("failed in recovery", attempt, e.toString());
        world.disk().crash(Crash.PROCESS);
      } catch (StoreException e) {
        if (!faults.isPlannedForStore()) {
          throw new Violation("R1", "the store can't be opened: " + e);
        }
        marks.hit("store.failed in recovery");
        trace.event("store failed in recovery", attempt, e.toString());
        world.disk().crash(Crash.PROCESS);
      }
      faults.crashStore();
      life = null;
      faults.ended();
    }
    throw new Violation("X2", "no recovery succeeds");
  }

  private void recoverOnce(boolean machineLost) {
    int layers = world.store().unflushedLayers();
    var next = new SimulatedProcess(world, dice.split());
    if (next.foundBeyondStore()) {
      marks.hit("recovery.beyond the store");
    }
    if (world.store().unflushedLayers() > layers) {
      marks.hit("recovery.checkpoints on the way");
    }
    long[] tickets = next.found();
    for (int slot = 0; slot < tickets.length; slot++) {
      tickets[slot] = followers.stepTicket(slot, tickets[slot]);
      long must = machineLost ? acknowledged[slot] : Math.max(acknowledged[slot], written[slot]);
      if (tickets[slot] < must) {
        throw new Violation(
            "D6",
            "slot %d: ticket %d was acknowledged, %d is found"
                .formatted(slot, must, tickets[slot]));
      }
      if (tickets[slot] < followers.lastTickets()[slot]) {
        marks.hit("crash.lost steps");
      }
      written[slot] = tickets[slot];
    }
    trace.event("recovered", 0, Arrays.toString(tickets));
    followers.recovered(tickets);
    onRecovered.accept(tickets);
    recovered = tickets;
    refused.clear();
    committed = tickets;
    committedBefore = tickets;
    life = new Life(world, dice.split(), marks, trace, next, followers);
    life.open();
    commit();
    var _ = audit();
  }

  /** Looks at everything that there is. */
  List<Reply.Peeked> audit() {
    if (!faults.isPlannedForStore()) {
      var _ = Audit.checkRows(world.store());
    }
    return life().audit();
  }

  /** Ends all faults that were planned. */
  void heal() {
    trace.event("heal", 0, "");
    faults.disarm();
    faults.healStore();
    freeDisk();
  }

  /** Brings everything to the store. */
  void checkpoint() {
    faults.healStore();
    process().freeze(Freeze.ALL);
    commit();
    life().clear();
  }

  /** Stops and starts once more: nothing may be lost. */
  void finish() {
    long[] before = followers.lastTickets();
    restart();
    if (!Arrays.equals(before, recovered)) {
      throw new Violation(
          "D6",
          "an ordered restart went from %s to %s"
              .formatted(Arrays.toString(before), Arrays.toString(recovered)));
    }
    freeDisk();
    if (process().isDiskFull()) {
      throw new Violation("R3", "there is room on the disk, and the journal takes no more");
    }
  }
}
