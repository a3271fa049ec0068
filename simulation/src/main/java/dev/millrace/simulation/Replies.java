package dev.millrace.simulation;

import dev.millrace.queue.QueueOrder;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.QueueStats.Rates;
import dev.millrace.queue.Reply;
import java.util.List;

/**
 * Compares replies in all that the model can predict: not in the words of a problem, rates and mean
 * lease times.
 */
final class Replies {
  private Replies() {}

  static boolean same(Reply expected, Reply actual) {
    return bare(expected).equals(bare(actual));
  }

  private static Reply bare(Reply reply) {
    return switch (reply) {
      case Reply.Failed(var problem) ->
          new Reply.Failed(new dev.millrace.queue.Problem(problem.code(), "", problem.element()));
      case Reply.Surveyed(var queues, long matching, var total) ->
          new Reply.Surveyed(bare(queues), matching, bare(total));
      case Reply.Ranked(var keys, var total) -> new Reply.Ranked(sorted(keys), bare(total));
      case Reply.Deleted(var sample, long queues, long tasks) ->
          new Reply.Deleted(bare(sample), queues, tasks);
      default -> reply;
    };
  }

  private static List<QueueOrder.Key> sorted(List<QueueOrder.Key> keys) {
    return keys.stream().sorted(QueueOrder.BY_NAME.comparator()).toList();
  }

  private static List<QueueStats> bare(List<QueueStats> queues) {
    return queues.stream().map(Replies::bare).toList();
  }

  private static QueueStats bare(QueueStats stats) {
    checkPlausible(stats.last10s());
    checkPlausible(stats.last5min());
    if (Double.isNaN(stats.meanLeaseMillis()) || stats.meanLeaseMillis() < -1) {
      throw new Violation("S1", "the mean lease time makes no sense: " + stats);
    }
    return new QueueStats(
        stats.queue(),
        stats.generation(),
        stats.paused(),
        stats.available(),
        stats.leased(),
        stats.delayed(),
        stats.headAgeMillis(),
        stats.entered(),
        stats.left(),
        Rates.ZERO,
        Rates.ZERO,
        -1);
  }

  private static Reply.Totals bare(Reply.Totals total) {
    return new Reply.Totals(
        total.available(),
        total.leased(),
        total.delayed(),
        total.entered(),
        total.left(),
        Rates.ZERO,
        Rates.ZERO);
  }

  private static void checkPlausible(Rates rates) {
    for (double rate :
        new double[] {
          rates.enqueued(), rates.collapsed(), rates.leased(), rates.dequeued(), rates.expired()
        }) {
      if (!(rate >= 0 && rate < 1e9)) {
        throw new Violation("S1", "a rate makes no sense: " + rates);
      }
    }
  }
}
