package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.simulation.ModelWaiters.Waiter;
import dev.millrace.simulation.StepFollower.Executed;

/** Who may be served, kept waiting or sent away, and when: rule L5 of docs/promises.md. */
final class WaitingRules {
  private final Model model;

  WaitingRules(Model model) {
    this.model = model;
  }

  /** When a command has been executed, nobody waits for what there is. */
  void checkEnd(Executed executed) {
    if (executed.roomRefused()) {
      model.waiters.allStuck();
      return;
    }
    boolean tick = executed.command() instanceof Command.Tick;
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
  void checkTurn(Command.Lease lease) {
    checkNothingDue(lease);
    for (Waiter waiter : model.waiters.all()) {
      if (model.couldServe(waiter, true)) {
        throw new Violation("L5", "%s was answered before %s".formatted(lease, waiter));
      }
    }
  }

  void checkNothingDue(Command.Lease lease) {
    var due = model.due(lease.source());
    if (!due.isEmpty()) {
      throw new Violation("L5", "%s was answered before %s".formatted(lease, due));
    }
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
  void checkFirstInLine(Executed executed, Waiter served) {
    for (Waiter waiter : model.waiters.all()) {
      if (waiter.equals(served)) {
        return;
      }
      if (!executed.roomRefused() && model.couldServe(waiter, false)) {
        throw new Violation("L5", "%s was served before %s".formatted(served, waiter));
      }
    }
  }

  /** Only a request for the same lease takes a waiter's place. */
  static void checkSuperseded(Executed executed, Waiter waiter) {
    if (!(executed.command() instanceof Command.Lease lease
        && lease.request() != null
        && lease.request().equals(waiter.lease().request()))) {
      throw new Violation("C2", "%s was superseded by %s".formatted(waiter, executed.command()));
    }
  }
}
