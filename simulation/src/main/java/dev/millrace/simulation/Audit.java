package dev.millrace.simulation;

import dev.millrace.node.home.SlotScan;
import dev.millrace.queue.Command;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueOrder;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Slot;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState.Kind;
import dev.millrace.store.Store;
import java.util.ArrayList;
import java.util.List;

/**
 * A look at everything that the slots hold, through an {@link Inspector}, who compares it with the
 * model. Compares it with the statistics (rules S1 and S3 of docs/promises.md) and with the order
 * of PIDs (U1).
 */
final class Audit {
  private static final int ALL = Integer.MAX_VALUE;
  private static final Command SURVEY =
      new Command.Survey(
          new NameFilter(null, NamePattern.ANY), 0, Long.MAX_VALUE, QueueOrder.BY_NAME, ALL, null);

  private Audit() {}

  /** All tasks of all slots. */
  static List<Reply.Peeked> scan(SimulatedProcess process, Inspector inspector) {
    var scan = new ArrayList<Reply.Peeked>();
    for (Slot slot : process.slots()) {
      scan.addAll(scan(slot.number(), inspector));
    }
    return scan;
  }

  private static List<Reply.Peeked> scan(int slot, Inspector inspector) {
    var _ = inspector.ask(slot, new Command.GetPolicies());
    var survey = (Reply.Surveyed) inspector.ask(slot, SURVEY);
    var scan = new ArrayList<Reply.Peeked>();
    var total = Reply.Totals.ZERO;
    for (QueueStats stats : survey.queues()) {
      var peek = new Command.Peek(stats.queue(), Pid.EMPTY, null, null, null, ALL);
      var tasks = (Reply.Peeked) inspector.ask(slot, peek);
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

  /**
   * The rows of a store must fit together at any time.
   *
   * @return how many deleted queues still have rows
   */
  static long checkRows(Store store) {
    long dying = 0;
    try (var snapshot = store.snapshot()) {
      for (int slot = 0; slot < store.slots(); slot++) {
        var report = SlotScan.run(snapshot, slot);
        if (!report.isSound()) {
          throw new Violation("S1", "slot %d in the store: %s".formatted(slot, report.problems()));
        }
        dying += report.dyingQueues();
      }
    }
    return dying;
  }
}
