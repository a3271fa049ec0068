package dev.millrace.simulation;

import dev.millrace.node.home.StoreReader.Asked;
import dev.millrace.queue.Change;
import dev.millrace.queue.Deadline;
import dev.millrace.queue.Need;
import dev.millrace.simulation.ShadowSlots.Made;
import dev.millrace.simulation.SimulatedProcess.Ran;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Marks what happens to the reads of one process while they are under way. */
final class ReadWatch {
  private record QueueId(int slot, long id) {}

  private record Refill(int slot, long inquiry) {}

  private final Marks marks;

  /** Under way, with the queues whose head is read. */
  private final Map<Refill, Set<QueueId>> refills = new HashMap<>();

  /** Queues whose head was read before. */
  private final Set<QueueId> refilled = new HashSet<>();

  private final TreeMap<Integer, Deadline> horizons = new TreeMap<>();

  ReadWatch(Marks marks) {
    this.marks = marks;
  }

  /** Something was executed. */
  void ran(Ran ran) {
    for (Made made : ran.made()) {
      made.step().changes().forEach(change -> changed(made.slot(), change));
    }
    ran.asked().forEach(this::asked);
  }

  private void changed(int slot, Change change) {
    switch (change) {
      case Change.TaskPut(long id, _) -> overtaken(slot, id, "an enqueue");
      case Change.TaskGone(long id, _) -> overtaken(slot, id, "a dequeue");
      case Change.QueueGone(long id) -> overtaken(slot, id, "a delete");
      default -> {}
    }
  }

  private void overtaken(int slot, long queueId, String by) {
    var queue = new QueueId(slot, queueId);
    if (refills.values().stream().anyMatch(queues -> queues.contains(queue))) {
      marks.hit("refill.overtaken by " + by);
    }
  }

  private void asked(Asked asked) {
    var queues = new HashSet<QueueId>();
    for (Need need : asked.inquiry().needs()) {
      marks.hit("read." + need.getClass().getSimpleName());
      switch (need) {
        case Need.AvailableTasks(long id, _, _, _) -> {
          var queue = new QueueId(asked.slot(), id);
          queues.add(queue);
          if (!refilled.add(queue)) {
            marks.hit("refill.again");
          }
        }
        case Need.NextDeadlines(var after, _) -> {
          Deadline before =
              after == null ? horizons.remove(asked.slot()) : horizons.put(asked.slot(), after);
          if (before != null && (after == null || after.compareTo(before) < 0)) {
            marks.hit("deadlines.horizon moved back");
          }
        }
        case Need.OneTask _, Need.AnyTasks _, Need.LeasesOf _ -> {}
      }
    }
    if (!queues.isEmpty()) {
      refills.put(new Refill(asked.slot(), asked.inquiry().number()), queues);
    }
  }

  /**
   * A slot is about to be supplied.
   *
   * @param stale whether the slot has let go something that came later
   */
  void supplied(Reads.Read read, boolean stale) {
    int slot = read.asked().slot();
    boolean refill = refills.remove(new Refill(slot, read.answered().inquiry())) != null;
    if (stale) {
      marks.hit(refill ? "refill.overtaken by a checkpoint" : "read.stale");
    }
  }
}
