package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.Reply;
import dev.millrace.simulation.ModelWaiters.Waiter;
import dev.millrace.simulation.StepFollower.Ending;
import dev.millrace.simulation.StepFollower.Executed;

/**
 * Who may be served, kept waiting or sent away, and when: rule L5 of docs/promises.md.
 *
 * <p>While a slot reads from its store, what is due may stay so, and those who wait may wait for
 * what is there; but nobody who came later gets it.
 */
final class WaitingRules {
  private final Model model;

  /** With more that is overdue, a lease doesn't wait until all of it is read. */
  private final int overdueMax;

  WaitingRules(Model model, int deadlinesMax) {
    this.model = model;
    this.overdueMax = deadlinesMax - Math.max(1, deadlinesMax / 2);
  }

  /** When a command has been executed, nobody waits for what there is. */
  void checkEnd(Executed executed) {
    if (executed.roomRefused()) {
      model.waiters.allStuck();
      return;
    }
    if (!executed.reading()) {
      checkNobodyWaits(
          executed.command() instanceof Command.Tick && executed.ending() == Ending.EXECUTED);
    }
  }

  /**
   * Nobody waits for what there is.
   *
   * @param tick whether that which time brings has been done
   */
  void checkNobodyWaits(boolean tick) {
    if (tick && !model.due(null).isEmpty()) {
      throw new Violation("L5", "still due after a tick: " + model.due(null));
    }
    for (Waiter waiter : model.waiters.all()) {
      if (model.couldServe(waiter, tick)) {
        throw new Violation("L5", "there is something for one who waits: " + waiter);
      }
      if (tick && model.state.isDue(waiter.untilMillis())) {
        throw new Violation("L5", "the wait has not ended: " + waiter);
      }
    }
  }

  /** A lease is answered after what is due in its queues, and after those who waited before. */
  void checkTurn(Executed executed, Command.Lease lease, Reply reply) {
    checkNothingDue(lease);
    for (Waiter waiter : model.waiters.all()) {
      if (model.couldServe(waiter, true) && !mayOvertake(executed, waiter, reply)) {
        throw new Violation("L5", "%s was answered before %s".formatted(lease, waiter));
      }
    }
  }

  /** One for whom something is being read doesn't hold up those who want something else. */
  private boolean mayOvertake(Executed executed, Waiter waiter, Reply reply) {
    return executed.reading()
        && reply instanceof Reply.Granted(var tasks)
        && tasks.stream().noneMatch(task -> waiter.takesFrom(task.queue()));
  }

  void checkNothingDue(Command.Lease lease) {
    var due = model.due(lease.source());
    if (due.isEmpty()) {
      return;
    }
    if (model.due(null).size() <= overdueMax) {
      throw new Violation("L5", "%s was answered before %s".formatted(lease, due));
    }
    model.state.marks.hit("lease.before what is due");
  }

  /** A wait that brought nothing is ended by its time or by its caller. */
  void checkMayEnd(Executed executed, Waiter waiter) {
    boolean cancelled =
        executed.command() instanceof Command.Cancel(long caller) && caller == waiter.caller();
    boolean timedOut =
        executed.command() instanceof Command.Tick && model.state.isDue(waiter.untilMillis());
    if (!cancelled && !timedOut) {
      throw new Violation(
          "L5", "the wait was ended by %s: %s".formatted(executed.command(), waiter));
    }
    if (timedOut && !executed.roomRefused() && model.couldServe(waiter, true)) {
      throw new Violation("L5", "there is something for one whose wait ends: " + waiter);
    }
  }

  /** Nobody is served while one who came before could be. */
  void checkFirstInLine(Executed executed, Waiter served, Reply reply) {
    for (Waiter waiter : model.waiters.all()) {
      if (waiter.equals(served)) {
        return;
      }
      if (!executed.roomRefused()
          && model.couldServe(waiter, false)
          && !mayOvertake(executed, waiter, reply)) {
        throw new Violation("L5", "%s was served before %s".formatted(served, waiter));
      }
    }
  }
}
