package dev.millrace.simulation;

import dev.millrace.journal.Fault;
import dev.millrace.store.RowRanges;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.StoreException.Problem;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What is wrong with the disk, the store and the clock of a machine, now or soon. */
final class Faults {
  private static final int CALLS_AHEAD = 8;

  private final World world;
  private final Dice dice;
  private final Marks marks;
  private final Trace trace;
  private @Nullable Fault planned;
  private boolean diskLimited;
  private boolean plannedForStore;

  Faults(World world, Dice dice, Marks marks, Trace trace) {
    this.world = world;
    this.dice = dice;
    this.marks = marks;
    this.trace = trace;
  }

  /** Lets one of the next calls to the disk go wrong. */
  void plan(Fault fault) {
    trace.event("plan", world.disk().calls(), fault);
    planned = fault;
    world.disk().failCall(world.disk().calls() + 1 + dice.below(CALLS_AHEAD), fault);
  }

  /** Lets one of the next calls to the store go wrong, or all from then on. */
  void planForStore() {
    var problem = dice.pick(Problem.FAILED, Problem.FULL, Problem.FULL);
    long call = world.store().calls() + 1 + dice.below(CALLS_AHEAD);
    trace.event("plan for store", call, problem);
    plannedForStore = true;
    if (dice.chance(0.5)) {
      world.store().failCall(call, problem);
    } else {
      world.store().failFrom(call, problem);
    }
  }

  boolean isPlannedForStore() {
    return plannedForStore;
  }

  /** The store has room again, and works. */
  void healStore() {
    plannedForStore = false;
    world.store().heal();
  }

  /** The process is gone, and the store has lost what it had only in memory, or some of it. */
  void crashStore() {
    int unflushed = world.store().unflushedLayers();
    if (unflushed > 0) {
      marks.hit("crash.between apply and flush");
    }
    int kept = dice.below(unflushed + 1);
    trace.event("store crash", kept, unflushed);
    world.store().crash(kept);
    if (hasQueuesToReap()) {
      marks.hit("crash.between delete and reap");
    }
  }

  private boolean hasQueuesToReap() {
    try (var snapshot = world.store().snapshot()) {
      return IntStream.range(0, world.store().slots())
          .mapToObj(slot -> snapshot.scan(RowRanges.reaps(slot), new ScanLimit(1, 1)))
          .anyMatch(scan -> !scan.rows().isEmpty());
    }
  }

  /** What was planned since the process started; it may not have happened yet. */
  @Nullable Fault planned() {
    return planned;
  }

  /** What hasn't happened yet doesn't happen; what has begun goes on until the disk crashes. */
  void disarm() {
    world.disk().failCall(0, Fault.FAIL_ONCE);
  }

  /** The process has ended, and with it what was planned. */
  void ended() {
    planned = null;
    disarm();
    healStore();
  }

  /** Leaves room for less than another segment. */
  void fillDisk() {
    marks.hit("disk.full");
    trace.event("full", world.disk().usedBytes(), "");
    long room = dice.below(world.config().journal().segmentBytes());
    world.disk().limitCapacity(world.disk().usedBytes() + room);
    diskLimited = true;
  }

  void freeDisk() {
    marks.hit("disk.room again");
    trace.event("room", world.disk().usedBytes(), "");
    world.disk().limitCapacity(Long.MAX_VALUE);
    diskLimited = false;
  }

  boolean isDiskLimited() {
    return diskLimited;
  }

  /** Sets the wall clock forward or back. */
  void jump() {
    long millis = dice.pick(-1, 1) * dice.millis(1, 5_000);
    marks.hit(millis < 0 ? "clock.back" : "clock.forward");
    trace.event("jump", millis, "");
    world.time().jump(millis);
  }
}
