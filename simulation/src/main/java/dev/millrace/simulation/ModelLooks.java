package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the {@link Model} answers to those who look; docs/protocol.md, "Looking". */
final class ModelLooks {
  private final ModelState state;

  ModelLooks(ModelState state) {
    this.state = state;
  }

  Reply get(Command.Get get) {
    Task task = state.task(get.queue(), get.pid());
    return task == null
        ? new Reply.Failed(new Problem(ErrorCode.NOT_FOUND, ""))
        : new Reply.Found(get.queue(), task);
  }

  Reply peek(Command.Peek peek) {
    ModelQueue queue = state.queue(peek.queue());
    var found = new ArrayList<Task>();
    if (queue != null) {
      for (Task task : queue.tasks.values()) {
        if (isAsked(peek, task)) {
          found.add(task);
        }
      }
    }
    boolean more = found.size() > peek.maxTasks();
    var page = more ? found.subList(0, peek.maxTasks()) : found;
    return new Reply.Peeked(peek.queue(), page, more ? page.getLast().pid() : null);
  }

  private static boolean isAsked(Command.Peek peek, Task task) {
    return ByteOrder.compare(task.pid(), peek.from()) >= 0
        && (peek.after() == null || ByteOrder.compare(task.pid(), peek.after()) > 0)
        && (peek.max() == null || ByteOrder.compare(task.pid(), peek.max()) <= 0)
        && (peek.state() == null || task.state().kind() == peek.state());
  }

  Reply survey(Command.Survey survey) {
    var found = found(survey);
    var order = survey.order().comparator();
    var page = new ArrayList<QueueStats>();
    var total = Reply.Totals.ZERO;
    for (QueueStats stats : found) {
      total = total.plus(totals(stats));
      boolean afterLastPage =
          survey.after() == null || order.compare(survey.order().keyOf(stats), survey.after()) > 0;
      if (afterLastPage && page.size() < survey.maxQueues()) {
        page.add(stats);
      }
    }
    return new Reply.Surveyed(page, found.size(), total);
  }

  /** In order, though an answer needn't be. */
  Reply rank(Command.Survey survey) {
    var found = found(survey);
    var total = Reply.Totals.ZERO;
    for (QueueStats stats : found) {
      total = total.plus(totals(stats));
    }
    return new Reply.Ranked(found.stream().map(survey.order()::keyOf).toList(), total);
  }

  Reply show(List<QueueName> queues) {
    var shown = new ArrayList<QueueStats>();
    for (QueueName name : queues) {
      ModelQueue queue = state.queue(name);
      if (queue != null && queue.isVisible()) {
        shown.add(queue.stats(state.timeMillis));
      }
    }
    return new Reply.Surveyed(shown, shown.size(), Reply.Totals.ZERO);
  }

  private List<QueueStats> found(Command.Survey survey) {
    var found = new ArrayList<QueueStats>();
    for (QueueStats stats : stats(survey.names())) {
      if (stats.tasks() >= survey.minTasks() && stats.tasks() <= survey.maxTasks()) {
        found.add(stats);
      }
    }
    found.sort(Comparator.comparing(survey.order()::keyOf, survey.order().comparator()));
    return found;
  }

  /** Queues that match and that can be seen, by name. */
  List<QueueStats> stats(NameFilter names) {
    return state.queues.values().stream()
        .filter(queue -> queue.isVisible() && names.matches(queue.name))
        .map(queue -> queue.stats(state.timeMillis))
        .toList();
  }

  private static Reply.Totals totals(QueueStats stats) {
    return new Reply.Totals(
        stats.available(),
        stats.leased(),
        stats.delayed(),
        stats.entered(),
        stats.left(),
        QueueStats.Rates.ZERO,
        QueueStats.Rates.ZERO);
  }
}
