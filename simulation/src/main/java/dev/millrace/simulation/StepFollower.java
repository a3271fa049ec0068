package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Reply;
import dev.millrace.queue.RequestId;
import dev.millrace.queue.Step;
import dev.millrace.simulation.ModelRequests.Decision;
import dev.millrace.simulation.ModelWaiters.Waiter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Leads a {@link Model} along the steps that a slot makes, and objects to the first that the model
 * would not make.
 *
 * <p>The slot decides what docs/protocol.md leaves open: when, after it is due, a deadline takes
 * effect, and how many deadlines share a step. Everything else is predicted, and every reply
 * compared.
 */
final class StepFollower {
  private final Model model;
  private final Generations generations;
  private final int deadlinesMax;
  private final UnansweredSteps unanswered;
  private final WaitingRules waiting;

  /** Commands that wait for something to be read, by caller. */
  private final Map<Long, Command> parked = new TreeMap<>();

  StepFollower(Limits limits, int deadlinesMax, Marks marks) {
    this(new Model(limits, marks), new Generations(), deadlinesMax);
  }

  private StepFollower(Model model, Generations generations, int deadlinesMax) {
    this.model = model;
    this.generations = generations;
    this.deadlinesMax = deadlinesMax;
    this.unanswered = new UnansweredSteps(model, generations);
    this.waiting = new WaitingRules(model, deadlinesMax);
  }

  /** The same without those who wait for something to be read, who don't survive anyway. */
  StepFollower copy() {
    return new StepFollower(model.copy(), generations.copy(), deadlinesMax);
  }

  Model model() {
    return model;
  }

  /** Commands that wait for something to be read, by caller. */
  Map<Long, Command> parked() {
    return parked;
  }

  /** Nothing is read and nothing more is to do at this time: nothing may be left over. */
  void checkQuiet(long nowMillis) {
    model.advanceTo(nowMillis);
    waiting.checkNobodyWaits(true);
  }

  /** Follows a restart after which the slot's last ticket is at least {@code lastTicket}. */
  StepFollower restarted(long lastTicket, long timeMillis) {
    var next = new StepFollower(model.restarted(), generations.copy(), deadlinesMax);
    if (lastTicket < model.state.lastTicket) {
      throw new Violation(
          "D6", "tickets went back from %d to %d".formatted(model.state.lastTicket, lastTicket));
    }
    if (timeMillis < model.state.timeMillis) {
      throw new Violation(
          "T1", "time went back from %d to %d".formatted(model.state.timeMillis, timeMillis));
    }
    next.model.state.lastTicket = lastTicket;
    next.model.state.timeMillis = timeMillis;
    return next;
  }

  /** How far a command got. */
  enum Ending {
    EXECUTED,
    /** Something has to be read for it, and whatever it did, it did not more than begin. */
    PARKED,
    /** It is only a name for what the slot does by itself when it has read something. */
    UNASKED
  }

  /**
   * A command that a slot executed, or began to, and what came of it.
   *
   * @param reading whether the slot waits for its store when it has done that
   */
  record Executed(
      long caller,
      Command command,
      long nowMillis,
      List<Step> steps,
      boolean roomRefused,
      Ending ending,
      boolean reading) {}

  /**
   * Follows the execution of one command to its end.
   *
   * @param afterStep called after each step that changed something
   */
  void follow(Executed executed, Consumer<StepFollower> afterStep) {
    begin(executed, afterStep);
    end(executed);
  }

  /** Judges how things are when the slot has done all that it can do now. */
  void end(Executed executed) {
    waiting.checkEnd(executed);
    if (!executed.reading && !parked.isEmpty()) {
      throw new Violation("L5", "nothing is read for " + parked);
    }
  }

  /** Follows the execution of a command that is followed at once, in the same call, by another. */
  void begin(Executed executed, Consumer<StepFollower> afterStep) {
    model.advanceTo(executed.nowMillis);
    parked.remove(executed.caller);
    boolean answered = false;
    for (Step step : executed.steps) {
      generations.learn(step);
      checkTicket(step);
      if (step.answers().isEmpty()) {
        unanswered.follow(step, answered ? new Command.Tick() : executed.command);
        if (executed.ending == Ending.UNASKED) {
          mark("expiry.after a read");
        }
      }
      for (Step.Answer answer : step.answers()) {
        if (answer.caller() == executed.caller && !answered) {
          own(executed, step, answer.reply());
          answered = true;
        } else {
          other(executed, step, answer);
        }
      }
      model.state.noteIdle();
      if (!step.changes().isEmpty()) {
        model.state.lastTicket = step.ticket();
        Generations.number(step, model.state);
        afterStep.accept(this);
      }
    }
    switch (executed.ending) {
      case EXECUTED -> {
        if (!answered) {
          waits(executed);
        }
      }
      case PARKED -> {
        if (answered) {
          throw new Violation("C2", "%s was answered and parked".formatted(executed.command));
        }
        parked.put(executed.caller, executed.command);
      }
      case UNASKED -> {}
    }
  }

  private void checkTicket(Step step) {
    long expected = model.state.lastTicket + (step.changes().isEmpty() ? 0 : 1);
    if (step.ticket() != expected) {
      throw new Violation(
          "D6", "the step has ticket %d, not %d".formatted(step.ticket(), expected));
    }
    if (step.timeMillis() != model.state.timeMillis) {
      throw new Violation(
          "T1",
          "the step has time %d, not %d".formatted(step.timeMillis(), model.state.timeMillis));
    }
  }

  /** The answer to the command itself. */
  private void own(Executed executed, Step step, Reply actual) {
    boolean hadNoRoom =
        isFailure(actual, ErrorCode.DISK_FULL) || isFailure(actual, ErrorCode.OVERLOADED);
    if (hadNoRoom && executed.roomRefused) {
      if (isFailure(actual, ErrorCode.OVERLOADED)) {
        mark("overlay.full");
      }
      return;
    }
    if (model.isTooLarge(executed.command)) {
      execute(executed, step, actual);
      return;
    }
    RequestId request = requestOf(executed.command);
    switch (model.state.requests.decide(request, model.state.timeMillis)) {
      case Decision.Execute() -> execute(executed, step, actual);
      case Decision.Repeat(var outcome, boolean orTooOld, boolean fromEarlierLife) -> {
        if (!(orTooOld && forgets(request, actual))) {
          mark(fromEarlierLife ? "request.repeated after a crash" : "request.repeated");
          compare(executed.command, model.repeat(outcome), false, step, actual);
        }
      }
      case Decision.TooOld() -> {
        if (!isFailure(actual, ErrorCode.REQUEST_TOO_OLD)) {
          throw new Violation("D5", "%s is too old but was answered %s".formatted(request, actual));
        }
      }
      case Decision.ExecuteOrTooOld() -> {
        if (!forgets(request, actual)) {
          execute(executed, step, actual);
        }
      }
    }
  }

  private void mark(String name) {
    model.state.marks.hit(name);
  }

  private boolean forgets(@Nullable RequestId request, Reply actual) {
    if (request == null || !isFailure(actual, ErrorCode.REQUEST_TOO_OLD)) {
      return false;
    }
    model.state.requests.forget(request);
    return true;
  }

  private void execute(Executed executed, Step step, Reply actual) {
    if (executed.command instanceof Command.Lease lease
        && !executed.roomRefused
        && !isFailure(actual, ErrorCode.TOO_LARGE)) {
      waiting.checkTurn(executed, lease, actual);
    }
    if (executed.roomRefused && actual.equals(Reply.Granted.NOTHING)) {
      return;
    }
    var predicted = model.execute(executed.caller, executed.command, model.state.lastTicket + 1);
    compare(
        executed.command,
        predicted
            .reply()
            .orElseThrow(() -> new Violation("C2", "%s should wait".formatted(executed.command))),
        predicted.changed(),
        step,
        actual);
  }

  private static void compare(
      Command command, Reply expected, boolean changed, Step step, Reply actual) {
    if (!Replies.same(expected, actual)) {
      throw new Violation(
          "C2", "%s%n  must answer %s%n  and answered %s".formatted(command, expected, actual));
    }
    if (changed == step.changes().isEmpty()) {
      throw new Violation(
          "C2",
          "%s must%s change anything, and made %s"
              .formatted(command, changed ? "" : " not", step.changes()));
    }
  }

  /** An answer to one who waited. */
  private void other(Executed executed, Step step, Step.Answer answer) {
    if (executed.command.equals(new Command.Cancel(answer.caller()))
        && parked.remove(answer.caller()) instanceof Command.Lease
        && answer.reply().equals(Reply.Granted.NOTHING)) {
      mark("park.cancelled");
      return;
    }
    Waiter waiter = model.waiters.find(answer.caller());
    if (waiter == null) {
      throw new Violation("C2", "nobody waits for " + answer);
    }
    if (isFailure(answer.reply(), ErrorCode.SUPERSEDED)) {
      checkSuperseded(executed, waiter);
      model.waiters.remove(waiter);
    } else if (answer.reply().equals(Reply.Granted.NOTHING)) {
      waiting.checkMayEnd(executed, waiter);
      mark("wait.ended");
      model.waiters.remove(waiter);
    } else {
      waiting.checkFirstInLine(executed, waiter, answer.reply());
      mark("wait.served");
      if (executed.ending == Ending.UNASKED) {
        mark("wait.served by a read");
      }
      compare(waiter.lease(), model.serve(waiter, step.ticket()), true, step, answer.reply());
    }
  }

  /** Only a request for the same lease takes a waiter's place; it may be parked itself. */
  private void checkSuperseded(Executed executed, Waiter waiter) {
    boolean superseded =
        Stream.concat(Stream.of(executed.command), parked.values().stream())
            .anyMatch(
                command ->
                    command instanceof Command.Lease lease
                        && lease.request() != null
                        && lease.request().equals(waiter.lease().request()));
    if (!superseded) {
      throw new Violation("C2", "%s was superseded by %s".formatted(waiter, executed.command));
    }
  }

  /** A command without an answer is a lease that waits. */
  private void waits(Executed executed) {
    if (!(executed.command instanceof Command.Lease lease)) {
      throw new Violation("C2", "no answer to " + executed.command);
    }
    if (!executed.roomRefused) {
      waiting.checkNothingDue(lease);
    }
    Decision decision = model.state.requests.decide(lease.request(), model.state.timeMillis);
    boolean executes =
        decision instanceof Decision.Execute || decision instanceof Decision.ExecuteOrTooOld;
    if (lease.waitMillis() == 0 || !executes) {
      throw new Violation("C2", "no answer to " + lease);
    }
    model.waiters.add(
        new Waiter(executed.caller, lease, model.state.timeMillis + lease.waitMillis()));
  }

  private static boolean isFailure(Reply reply, ErrorCode code) {
    return reply instanceof Reply.Failed(var problem) && problem.code() == code;
  }

  private static @Nullable RequestId requestOf(Command command) {
    return switch (command) {
      case Command.Update update -> update.request();
      case Command.Lease lease -> lease.request();
      case Command.DeleteQueue delete -> delete.request();
      case Command.DeleteMatching delete -> delete.request();
      default -> null;
    };
  }
}
