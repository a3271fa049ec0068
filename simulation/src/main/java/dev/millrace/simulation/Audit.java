package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.QueueOrder;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A look at everything that a slot holds. Compares it with the statistics (rules S1 and S3 of
 * docs/promises.md), with the order of PIDs (U1), and with the model.
 */
final class Audit {
  private static final int ALL = Integer.MAX_VALUE;
  private static final Command SURVEY =
      new Command.Survey(
          new NameFilter(null, NamePattern.ANY), 0, Long.MAX_VALUE, QueueOrder.BY_NAME, ALL, null);

  private Audit() {}

  /** All tasks of all slots. */
  static List<Reply.Peeked> scan(SimulatedProcess process) {
    var scan = new ArrayList<Reply.Peeked>();
    for (Slot slot : process.slots()) {
      scan.addAll(scan(slot, process.nowMillis()));
    }
    return scan;
  }

  private static List<Reply.Peeked> scan(Slot slot, long nowMillis) {
    var survey = (Reply.Surveyed) ask(slot, SURVEY, nowMillis);
    var scan = new ArrayList<Reply.Peeked>();
    var total = Reply.Totals.ZERO;
    for (QueueStats stats : survey.queues()) {
      var tasks = peek(slot, stats.queue(), null, nowMillis);
      checkStats(stats, tasks.tasks());
      total =
          total.plus(
              new Reply.Totals(
                  stats.available(),
                  stats.leased(),
                  stats.delayed(),
                  stats.entered(),
                  stats.left(),
                  stats.last10s(),
                  stats.last5min()));
      scan.add(tasks);
    }
    if (survey.matching() != scan.size() || !same(total, survey.total())) {
      throw new Violation(
          "S1", "the sum of all queues is %s, not %s".formatted(survey.total(), total));
    }
    return scan;
  }

  private static boolean same(Reply.Totals a, Reply.Totals b) {
    return a.available() == b.available()
        && a.leased() == b.leased()
        && a.delayed() == b.delayed()
        && a.entered() == b.entered()
        && a.left() == b.left();
  }

  static Reply.Peeked peek(Slot slot, QueueName queue, @Nullable Kind kind, long nowMillis) {
    return (Reply.Peeked)
        ask(slot, new Command.Peek(queue, Pid.EMPTY, null, null, kind, ALL), nowMillis);
  }

  private static Reply ask(Slot slot, Command command, long nowMillis) {
    return slot.execute(SimulatedProcess.NOBODY, command, nowMillis)
        .getFirst()
        .answers()
        .getFirst()
        .reply();
  }

  /** Rules S1, S3 and U1 for one queue. */
  static void checkStats(QueueStats stats, List<Task> tasks) {
    for (Kind kind : Kind.values()) {
      long counted = tasks.stream().filter(task -> task.state().kind() == kind).count();
      long said =
          switch (kind) {
            case AVAILABLE -> stats.available();
            case LEASED -> stats.leased();
            case DELAYED -> stats.delayed();
          };
      if (counted != said) {
        throw new Violation(
            "S1", "%s has %d tasks %s, not %d".formatted(stats.queue(), counted, kind, said));
      }
    }
    if (stats.entered() - stats.left() != tasks.size()) {
      throw new Violation(
          "S3", "%s has %d tasks: %s".formatted(stats.queue(), tasks.size(), stats));
    }
    for (int i = 1; i < tasks.size(); i++) {
      if (ByteOrder.compare(tasks.get(i - 1).pid(), tasks.get(i).pid()) >= 0) {
        throw new Violation(
            "U1", "%s holds %s before %s".formatted(stats.queue(), tasks.get(i - 1), tasks.get(i)));
      }
    }
  }

  /** Compares a slot with its model, task by task. */
  static void compare(Slot slot, Model model, long nowMillis) {
    model.advanceTo(nowMillis);
    var looks = new ModelLooks(model.state);
    Reply actual = ask(slot, SURVEY, nowMillis);
    Reply expected = looks.survey((Command.Survey) SURVEY);
    if (!Replies.same(expected, actual)) {
      throw new Violation(
          "C2", "slot %d has %s%n  and must have %s".formatted(slot.number(), actual, expected));
    }
    for (QueueStats stats : ((Reply.Surveyed) actual).queues()) {
      var there = peek(slot, stats.queue(), null, nowMillis);
      var must = looks.peek(new Command.Peek(stats.queue(), Pid.EMPTY, null, null, null, ALL));
      if (!there.equals(must)) {
        throw new Violation("C2", "%s%n  must be %s".formatted(there, must));
      }
    }
    Reply policies = ask(slot, new Command.GetPolicies(), nowMillis);
    if (!policies.equals(new Reply.Policies(model.state.policies))) {
      throw new Violation(
          "C2", "slot %d has %s, not %s".formatted(slot.number(), policies, model.state.policies));
    }
  }
}
