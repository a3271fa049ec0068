package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Step;
import dev.millrace.simulation.ShadowSlots.Made;
import dev.millrace.simulation.SimulatedProcess.Ran;
import dev.millrace.simulation.StepFollower.Executed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A {@link StepFollower} for each slot, and how each was after every step that could still be lost.
 */
final class Followers {
  private static final int POLICY_SLOT = 0;

  private final Limits limits;
  private final Marks marks;
  private final List<Line> lines = new ArrayList<>();

  /** What callers must be answered, by what was executed. */
  private final Map<Long, Reply> promised = new HashMap<>();

  private static final class Line {
    StepFollower follower;
    boolean opened;

    /** The last ticket when the slot was opened, which no step had. */
    long openedAt;

    /** By the ticket after which it was so. */
    TreeMap<Long, StepFollower> past = new TreeMap<>();

    Line(StepFollower follower) {
      this.follower = follower;
      past.put(0L, follower.copy());
    }
  }

  Followers(Limits limits, Marks marks) {
    this.limits = limits;
    this.marks = marks;
    for (int slot = 0; slot < Vocabulary.SLOTS; slot++) {
      lines.add(new Line(new StepFollower(limits, marks)));
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
      line.opened = false;
    }
  }

  /** How the slots were at these tickets, for a look at another disk. */
  Followers past(long[] tickets) {
    var copy = new Followers(limits, marks);
    for (int slot = 0; slot < lines.size(); slot++) {
      copy.lines.get(slot).past = new TreeMap<>(lines.get(slot).past);
    }
    copy.recovered(tickets);
    return copy;
  }

  /** By slot, the ticket of the last step. */
  long[] lastTickets() {
    return lines.stream().mapToLong(line -> line.past.lastKey()).toArray();
  }

  /** The ticket of the last step that an answer with this ticket may have seen. */
  long journaledTicket(int slot, long ticket) {
    Line line = lines.get(slot);
    return ticket == line.openedAt ? line.past.floorKey(ticket) : ticket;
  }

  /** How the slots were before these tickets doesn't matter any more. */
  void forgetBefore(long[] tickets) {
    for (int slot = 0; slot < lines.size(); slot++) {
      lines.get(slot).past.headMap(tickets[slot]).clear();
    }
  }

  /** Follows the opening of the slots. */
  void opened(SimulatedProcess process, Ran ran) {
    for (var slot : process.slots()) {
      begin(
          slot.number(), stepsOf(slot.number(), ran.made()), slot.lastTicket(), slot.timeMillis());
    }
    for (int slot = 0; slot < lines.size(); slot++) {
      List<Step> steps = stepsOf(slot, ran.made());
      if (!steps.isEmpty()) {
        follow(slot, adopts(process.nowMillis(), steps, ran.refused()));
      }
    }
  }

  private Executed adopts(long nowMillis, List<Step> steps, boolean refused) {
    marks.hit("policies.adopted");
    var newest = new Command.AdoptPolicies(model(POLICY_SLOT).state.policies);
    return new Executed(SimulatedProcess.NOBODY, newest, nowMillis, steps, refused);
  }

  private void begin(int slot, List<Step> steps, long lastTicket, long timeMillis) {
    Line line = lines.get(slot);
    long before = lastTicket;
    for (Step step : steps.reversed()) {
      before = step.changes().isEmpty() ? step.ticket() : step.ticket() - 1;
    }
    line.follower = line.follower.restarted(before, timeMillis);
    line.opened = true;
    line.openedAt = before;
  }

  /** Follows what a command did, in its own slot and by policies in the others. */
  void executed(SimulatedProcess process, int slot, long caller, Command command, Ran ran) {
    long nowMillis = process.nowMillis();
    var bySlot = new TreeMap<Integer, List<Step>>();
    ran.made()
        .forEach(
            made -> bySlot.computeIfAbsent(made.slot(), _ -> new ArrayList<>()).add(made.step()));
    List<Step> own = bySlot.getOrDefault(slot, List.of());
    if (!lines.get(slot).opened) {
      begin(slot, own, process.lastTicket(slot), nowMillis);
    }
    followOne(slot, caller, command, nowMillis, own, ran.refused());
    bySlot.forEach(
        (other, steps) -> {
          if (other != slot) {
            follow(other, adopts(nowMillis, steps, ran.refused()));
          }
        });
  }

  /** Follows a tick, which is one in each slot that has something to do. */
  void ticked(long nowMillis, Ran ran) {
    for (int slot = 0; slot < lines.size(); slot++) {
      List<Step> steps = stepsOf(slot, ran.made());
      if (!steps.isEmpty()) {
        followOne(
            slot, SimulatedProcess.NOBODY, new Command.Tick(), nowMillis, steps, ran.refused());
      }
    }
  }

  private void followOne(
      int slot, long caller, Command command, long nowMillis, List<Step> steps, boolean refused) {
    Line line = lines.get(slot);
    int adopted = 0;
    if (model(slot).state.policies.version() < model(POLICY_SLOT).state.policies.version()) {
      marks.hit("policies.adopted late");
      adopted = 1 + firstAnswerToNobody(steps);
      Executed adoption = adopts(nowMillis, steps.subList(0, adopted), refused);
      promise(adoption.steps());
      line.follower.begin(adoption, this::keepPast);
    }
    follow(
        slot,
        new Executed(caller, command, nowMillis, steps.subList(adopted, steps.size()), refused));
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
    promise(executed.steps());
    lines.get(slot).follower.follow(executed, this::keepPast);
  }

  private void promise(List<Step> steps) {
    steps.forEach(
        step -> step.answers().forEach(answer -> promised.put(answer.caller(), answer.reply())));
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
