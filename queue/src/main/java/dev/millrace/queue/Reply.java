package dev.millrace.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a command answers. */
public sealed interface Reply {
  record Updated(List<ElementResult> results) implements Reply {
    public Updated {
      results = List.copyOf(results);
    }
  }

  /**
   * The tasks that a lease got, each in the state that it has now; none when none was available.
   */
  record Granted(List<LeasedTask> tasks) implements Reply {
    public static final Granted NOTHING = new Granted(List.of());

    public Granted {
      tasks = List.copyOf(tasks);
    }
  }

  record LeasedTask(QueueName queue, Task task) {}

  record Found(QueueName queue, Task task) implements Reply {}

  /**
   * A page of tasks.
   *
   * @param resume the PID behind which the next page begins; none when this is the last
   */
  record Peeked(QueueName queue, List<Task> tasks, @Nullable Pid resume) implements Reply {
    public boolean more() {
      return resume != null;
    }
  }

  /**
   * A page of queues.
   *
   * @param matching queues on all pages
   * @param total sums over all pages; its queue name and generation mean nothing
   */
  record Surveyed(List<QueueStats> queues, long matching, Totals total) implements Reply {}

  /**
   * Where queues stand.
   *
   * @param keys in no order
   */
  record Ranked(List<QueueOrder.Key> keys, Totals total) implements Reply {}

  /** Sums over queues. */
  record Totals(
      long available,
      long leased,
      long delayed,
      long entered,
      long left,
      QueueStats.Rates last10s,
      QueueStats.Rates last5min) {
    public static final Totals ZERO =
        new Totals(0, 0, 0, 0, 0, QueueStats.Rates.ZERO, QueueStats.Rates.ZERO);

    public Totals plus(Totals other) {
      return new Totals(
          available + other.available,
          leased + other.leased,
          delayed + other.delayed,
          entered + other.entered,
          left + other.left,
          last10s.plus(other.last10s),
          last5min.plus(other.last5min));
    }
  }

  /**
   * What a delete removed, or would remove.
   *
   * @param sample the first queues, as they were
   */
  record Deleted(List<QueueStats> sample, long queues, long tasks) implements Reply {}

  record Paused(boolean wasPaused) implements Reply {}

  record RenewedAll(long renewed) implements Reply {}

  record Policies(PolicyDocument document) implements Reply {}

  /** Done, with nothing to tell. */
  record Done() implements Reply {}

  /** Nothing changed. */
  record Failed(Problem problem) implements Reply {}
}
