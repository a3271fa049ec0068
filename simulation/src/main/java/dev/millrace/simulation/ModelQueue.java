package dev.millrace.simulation;

import dev.millrace.queue.Pid;
import dev.millrace.queue.Policy;
import dev.millrace.queue.Policy.RateLimit;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState.Kind;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One life of a queue in the {@link Model}: its tasks in the order of their PIDs, and what was
 * counted.
 */
final class ModelQueue {
  /** A token that is short of one by less than this is one. */
  private static final double ROUNDING = 1e-9;

  final QueueName name;

  /** The place of this life in the order in which queues came into being. */
  final long created;

  /** The number of this life, which the engine chooses; 0 until it is known. */
  long generation;

  final TreeMap<Pid, Task> tasks = new TreeMap<>(ByteOrder::compare);
  boolean paused;
  long entered;
  long left;

  /** When the queue last gave a task, as a count of grants; 0 for never. */
  long served;

  /**
   * Since when the queue has been empty and not paused, and so may be forgotten; {@link
   * Long#MAX_VALUE} when it isn't.
   */
  long idleSinceMillis = Long.MAX_VALUE;

  private double tokens = Double.MAX_VALUE;
  private long tokensMillis;

  ModelQueue(QueueName name, long created) {
    this.name = name;
    this.created = created;
  }

  ModelQueue copy() {
    var copy = new ModelQueue(name, created);
    copy.tasks.putAll(tasks);
    copy.generation = generation;
    copy.paused = paused;
    copy.entered = entered;
    copy.left = left;
    copy.served = served;
    copy.idleSinceMillis = idleSinceMillis;
    copy.tokens = tokens;
    copy.tokensMillis = tokensMillis;
    return copy;
  }

  void enter(Task task) {
    tasks.put(task.pid(), task);
    entered++;
  }

  void leave(Pid pid) {
    tasks.remove(pid);
    left++;
  }

  void put(Task task) {
    tasks.put(task.pid(), task);
  }

  /** Queues without tasks that aren't paused can't be told from queues that don't exist. */
  boolean isVisible() {
    return paused || !tasks.isEmpty();
  }

  long count(Kind kind) {
    return tasks.values().stream().filter(task -> task.state().kind() == kind).count();
  }

  /** How many tasks the policy lets the queue give now. */
  long grantsLeft(Policy policy, long nowMillis) {
    if (paused) {
      return 0;
    }
    long left = Long.MAX_VALUE;
    if (policy.maxLeased() > 0) {
      left = Math.max(0, policy.maxLeased() - count(Kind.LEASED));
    }
    if (policy.rate() != null) {
      left = Math.min(left, (long) (tokens(policy.rate(), nowMillis) + ROUNDING));
    }
    return left;
  }

  void takeToken(@Nullable RateLimit rate, long nowMillis) {
    if (rate != null) {
      tokens = tokens(rate, nowMillis) - 1;
      tokensMillis = nowMillis;
    }
  }

  /** A bucket that was never used is full. */
  private double tokens(RateLimit rate, long nowMillis) {
    return Math.min(
        (double) rate.burst(), tokens + (nowMillis - tokensMillis) * rate.perSecond() / 1000);
  }

  void fillBucket() {
    tokens = Double.MAX_VALUE;
  }

  /**
   * What isn't journaled is lost: the bucket is full, and nobody knows when the queue was served.
   */
  void restart() {
    fillBucket();
    served = 0;
  }

  /** The statistics but for what the model doesn't know: rates and mean lease time. */
  QueueStats stats(long nowMillis) {
    long headAge =
        tasks.values().stream()
            .filter(task -> task.state().kind() == Kind.AVAILABLE)
            .findFirst()
            .map(task -> nowMillis - task.enqueuedMillis())
            .orElse(-1L);
    return new QueueStats(
        name,
        generation,
        paused,
        count(Kind.AVAILABLE),
        count(Kind.LEASED),
        count(Kind.DELAYED),
        headAge,
        entered,
        left,
        QueueStats.Rates.ZERO,
        QueueStats.Rates.ZERO,
        -1);
  }
}
