package dev.millrace.simulation;

import dev.millrace.node.EngineConfig;
import dev.millrace.queue.Command;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Step;
import dev.millrace.simulation.ShadowSlots.Made;
import dev.millrace.simulation.SimulatedProcess.Ran;
import dev.millrace.simulation.StepFollower.Ending;
import dev.millrace.simulation.StepFollower.Executed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A {@link StepFollower} for each slot, and how each was after every step that could still be lost.
 */
final class Followers {
  private static final int POLICY_SLOT = 0;

  /** What found no room isn't tried again before this time has passed. */
  private static final long RETRY_MILLIS = 1_000;

  private final EngineConfig config;
  private final Marks marks;
  private final List<Line> lines = new ArrayList<>();

  /** What callers must be answered, by what was executed. */
  private final Map<Long, Reply> promised = new HashMap<>();

  private static final class Line {
    StepFollower follower;
    boolean opened;

    /** The last tickets when the slot was opened, which no step had. */
    final Set<Long> openings = new HashSet<>();

    /** The largest ticket that a step ever had, also one that was lost. */
    long largestTicket;

    /** By the ticket after which it was so. */
    TreeMap<Long, StepFollower> past = new TreeMap<>();

    Shelves shelves = new Shelves();

    /** When a step last found no room. */
    long refusedMillis = -RETRY_MILLIS;

    Line(StepFollower follower) {
      this.follower = follower;
      past.put(0L, follower.copy());
    }
  }

  Followers(EngineConfig config, Marks marks) {
    this.config = config;
    this.marks = marks;
    for (int slot = 0; slot < Vocabulary.SLOTS; slot++) {
      var follower = new StepFollower(config.limits(), config.memory().deadlinesMax(), marks);
      lines.add(new Line(follower));
    }
  }

  Model model(int slot) {
    return lines.get(slot).follower.model();
  }

  /**
   * The process is gone, and another has found everything up to these tickets, and nothing later.
   */
  void recovered(long[] tickets) {
    promised.clear();
    for (int slot = 0; slot < lines.size(); slot++) {
      Line line = lines.get(slot);
      StepFollower at = line.past.get(tickets[slot]);
      if (at == null) {
        throw new Violation(
            "D6",
            "slot %d was recovered to ticket %d, not one of %s"
                .formatted(slot, tickets[slot], line.past.keySet()));
      }
      line.follower = at;
      line.past = new TreeMap<>(Map.of(tickets[slot], at.copy()));
      line.shelves.recovered(tickets[slot]);
      line.opened = false;
    }
  }

  /** How the slots were at these tickets, for a look at another disk. */
  Followers past(long[] tickets) {
    var copy = new Followers(config, marks);
    for (int slot = 0; slot < lines.size(); slot++) {
      copy.lines.get(slot).largestTicket = lines.get(slot).largestTicket;
      copy.lines.get(slot).openings.addAll(lines.get(slot).openings);
      copy.lines.get(slot).past = new TreeMap<>(lines.get(slot).past);
      copy.lines.get(slot).shelves = lines.get(slot).shelves.copy();
    }
    copy.recovered(tickets);
    return copy;
  }

  /** By slot, the ticket of the last step. */
  long[] lastTickets() {
    return lines.stream().mapToLong(line -> line.past.lastKey()).toArray();
  }

  /** The ticket of the last step up to a ticket, which may be one that no step had. */
  long stepTicket(int slot, long ticket) {
    Line line = lines.get(slot);
    Long step = line.openings.contains(ticket) ? line.past.floorKey(ticket) : null;
    return step == null ? ticket : step;
  }

  /** How the slots were before these tickets doesn't matter any more. */
  void forgetBefore(long[] tickets) {
    for (int slot = 0; slot < lines.size(); slot++) {
      lines.get(slot).past.headMap(tickets[slot]).clear();
      lines.get(slot).shelves.forgetBefore(tickets[slot]);
    }
  }

  /** Follows the opening of the slots. */
  void opened(SimulatedProcess process, Ran ran) {
    for (var slot : process.slots()) {
      begin(
          slot.number(), stepsOf(slot.number(), ran.made()), slot.lastTicket(), slot.timeMillis());
    }
    for (var slot : process.slots()) {
      List<Step> steps = stepsOf(slot.number(), ran.made());
      if (!steps.isEmpty()) {
        follow(slot.number(), adopts(process, slot.number(), steps, ran.refused()));
      }
    }
  }

  private Executed adopts(SimulatedProcess process, int slot, List<Step> steps, boolean refused) {
    marks.hit("policies.adopted");
    var newest = new Command.AdoptPolicies(model(POLICY_SLOT).state.policies);
    return new Executed(
        SimulatedProcess.NOBODY,
        newest,
        process.nowMillis(),
        steps,
        refused,
        Ending.EXECUTED,
        process.reads().isReading(slot));
  }

  private void begin(int slot, List<Step> steps, long lastTicket, long timeMillis) {
    Line line = lines.get(slot);
    long before = lastTicket;
    for (Step step : steps.reversed()) {
      before = step.changes().isEmpty() ? step.ticket() : step.ticket() - 1;
    }
    if (before < line.largestTicket) {
      throw new Violation(
          "D6", "tickets go on at %d, and %d was given".formatted(before, line.largestTicket));
    }
    line.follower = line.follower.restarted(before, timeMillis);
    line.opened = true;
    line.openings.add(before);
  }

  /** Follows what a command did, in its own slot and by policies in the others. */
  void executed(SimulatedProcess process, int slot, long caller, Command command, Ran ran) {
    List<Step> own = stepsOf(slot, ran.made());
    if (!lines.get(slot).opened) {
      begin(slot, own, process.lastTicket(slot), process.nowMillis());
    }
    boolean parked = caller != SimulatedProcess.NOBODY && process.isParked(slot, caller);
    if (parked) {
      marks.hit("park." + command.getClass().getSimpleName());
      if (ran.asked().isEmpty()) {
        marks.hit("park.behind another");
      }
    }
    lines.get(slot).shelves.submitted(caller, command);
    int adopted = adoptLate(process, slot, own, ran.refused());
    follow(
        slot,
        new Executed(
            caller,
            command,
            process.nowMillis(),
            own.subList(adopted, own.size()),
            ran.refused(),
            parked ? Ending.PARKED : Ending.EXECUTED,
            process.reads().isReading(slot)));
    adoptElsewhere(process, slot, ran);
  }

  /** Follows policies that a command has set to the other slots. */
  private void adoptElsewhere(SimulatedProcess process, int slot, Ran ran) {
    for (int other = 0; other < lines.size(); other++) {
      List<Step> steps = stepsOf(other, ran.made());
      if (other != slot && !steps.isEmpty()) {
        follow(other, adopts(process, other, steps, ran.refused()));
      }
    }
  }

  /** Follows a tick, which is one in each slot that has something to do. */
  void ticked(SimulatedProcess process, Ran ran) {
    for (int slot = 0; slot < lines.size(); slot++) {
      List<Step> steps = stepsOf(slot, ran.made());
      if (!steps.isEmpty()) {
        int adopted = adoptLate(process, slot, steps, ran.refused());
        follow(
            slot,
            new Executed(
                SimulatedProcess.NOBODY,
                new Command.Tick(),
                process.nowMillis(),
                steps.subList(adopted, steps.size()),
                ran.refused(),
                Ending.EXECUTED,
                process.reads().isReading(slot)));
      }
    }
  }

  /** Follows what a slot did when it had read something. */
  void supplied(SimulatedProcess process, int slot, Ran ran) {
    Line line = lines.get(slot);
    var _ = adoptLate(process, slot, stepsOf(slot, ran.made()), ran.refused());
    boolean reading = process.reads().isReading(slot);
    var nothing =
        new Executed(
            SimulatedProcess.NOBODY,
            new Command.Tick(),
            process.nowMillis(),
            List.of(),
            ran.refused(),
            Ending.UNASKED,
            reading);
    for (Slot.Ran late : ran.late()) {
      boolean unasked = late.caller() == SimulatedProcess.NOBODY;
      Command command = unasked ? late.command() : line.follower.parked().get(late.caller());
      if (command == null) {
        throw new Violation("C2", "%s was not parked, but was executed late".formatted(late));
      }
      begin(
          slot,
          new Executed(
              late.caller(),
              command,
              process.nowMillis(),
              late.steps(),
              ran.refused(),
              unasked ? Ending.UNASKED : Ending.EXECUTED,
              reading));
    }
    begin(slot, nothing);
    line.follower.end(nothing);
  }

  /**
   * Follows the adoption of the newest policies, if the slot lags behind.
   *
   * @return the number of steps that were for that
   */
  private int adoptLate(SimulatedProcess process, int slot, List<Step> steps, boolean refused) {
    if (model(slot).state.policies.version() >= model(POLICY_SLOT).state.policies.version()) {
      return 0;
    }
    marks.hit("policies.adopted late");
    int adopted = 1 + firstAnswerToNobody(steps);
    begin(slot, adopts(process, slot, steps.subList(0, adopted), refused));
    return adopted;
  }

  private static int firstAnswerToNobody(List<Step> steps) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).answers().stream()
          .anyMatch(answer -> answer.caller() == SimulatedProcess.NOBODY)) {
        return i;
      }
    }
    throw new Violation("C2", "the newest policies were not adopted: " + steps);
  }

  private void follow(int slot, Executed executed) {
    begin(slot, executed);
    lines.get(slot).follower.end(executed);
  }

  private void begin(int slot, Executed executed) {
    Line line = lines.get(slot);
    if (executed.roomRefused()) {
      line.refusedMillis = executed.nowMillis();
    }
    for (Step step : executed.steps()) {
      step.answers().forEach(answer -> promised.put(answer.caller(), answer.reply()));
      if (!step.changes().isEmpty()) {
        line.largestTicket = Math.max(line.largestTicket, step.ticket());
      }
    }
    line.shelves.executed(executed);
    line.follower.begin(executed, this::keepPast);
  }

  Shelves shelves(int slot) {
    return lines.get(slot).shelves;
  }

  /** The reply that a caller will get; none if it isn't known yet. */
  @Nullable Reply promised(long caller) {
    return promised.get(caller);
  }

  /** Who waits in a slot for something to be read. */
  Map<Long, Command> parked(int slot) {
    return lines.get(slot).follower.parked();
  }

  /** Nothing is read and nothing more is to do now: judges that nothing is left over. */
  void checkQuiet(long nowMillis) {
    for (Line line : lines) {
      // What found no room is tried again after a while.
      if (line.opened && line.refusedMillis + RETRY_MILLIS < nowMillis) {
        line.follower.checkQuiet(nowMillis);
      }
    }
  }

  /** The reply that a caller must get, by what was executed; it gets no other. */
  void checkPromised(long caller, Reply reply) {
    Reply expected = promised.remove(caller);
    if (expected == null || !Replies.same(expected, reply)) {
      throw new Violation(
          "C2", "%d was answered %s instead of %s".formatted(caller, reply, expected));
    }
  }

  private void keepPast(StepFollower follower) {
    for (Line line : lines) {
      if (line.follower == follower) {
        line.past.put(follower.model().state.lastTicket, follower.copy());
      }
    }
  }

  private static List<Step> stepsOf(int slot, List<Made> made) {
    return made.stream().filter(one -> one.slot() == slot).map(Made::step).toList();
  }
}
