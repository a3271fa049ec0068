package dev.millrace.queue;

import dev.millrace.queue.Command.Peek;
import dev.millrace.queue.Command.Survey;
import dev.millrace.queue.Reply.Failed;
import dev.millrace.queue.Reply.Found;
import dev.millrace.queue.Reply.Surveyed;
import dev.millrace.queue.Reply.Totals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Answers that change nothing; docs/protocol.md, "Looking". An answer counts only if nothing
 * unknown was looked at.
 */
final class Look {
  private Look() {}

  static Reply get(SlotState state, QueueName name, Pid pid) {
    Queue queue = state.queues().find(name);
    Task task = queue == null ? null : queue.find(pid);
    return task == null
        ? new Failed(new Problem(ErrorCode.NOT_FOUND, "%s has no task %s".formatted(name, pid)))
        : new Found(name, task);
  }

  static Reply peek(SlotState state, Peek peek) {
    Queue queue = state.queues().find(peek.queue());
    return queue == null
        ? new Reply.Peeked(peek.queue(), List.of(), null)
        : new Page(state, queue, peek).read();
  }

  static Reply survey(SlotState state, Survey survey) {
    long now = state.timeMillis();
    QueueOrder order = survey.order();
    boolean byHead = order.by() == QueueOrder.By.HEAD_AGE;
    Comparator<QueueStats> byKey = Comparator.comparing(order::keyOf, order.comparator());
    // The page so far, its last queue on top, so that a better one takes that one's place.
    PriorityQueue<QueueStats> page = new PriorityQueue<>(byKey.reversed());
    long matching = 0;
    Totals total = Totals.ZERO;
    for (Queue queue : state.queues().all()) {
      if (queue.isIdle()
          || queue.size() < survey.minTasks()
          || queue.size() > survey.maxTasks()
          || !survey.names().matches(queue.name)) {
        continue;
      }
      QueueStats stats = byHead ? queue.stats(now) : queue.statsWithoutHead(now);
      matching++;
      total = total.plus(totalsOf(stats));
      if (survey.after() != null
          && order.comparator().compare(order.keyOf(stats), survey.after()) <= 0) {
        continue;
      }
      page.add(stats);
      if (page.size() > survey.maxQueues()) {
        page.remove();
      }
    }
    List<QueueStats> sorted = new ArrayList<>(page);
    sorted.sort(byKey);
    return new Surveyed(byHead ? sorted : withHeads(state, sorted), matching, total);
  }

  /** Only now: it may have to be read, which for all queues would take long. */
  private static List<QueueStats> withHeads(SlotState state, List<QueueStats> page) {
    List<QueueStats> complete = new ArrayList<>(page.size());
    for (QueueStats stats : page) {
      Queue queue =
          Invariant.present(state.queues().find(stats.queue()), "queue=%s went", stats.queue());
      complete.add(queue.stats(state.timeMillis()));
    }
    return complete;
  }

  private static Totals totalsOf(QueueStats stats) {
    return new Totals(
        stats.available(),
        stats.leased(),
        stats.delayed(),
        stats.entered(),
        stats.left(),
        stats.last10s(),
        stats.last5min());
  }
}
