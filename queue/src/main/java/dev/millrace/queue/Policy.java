package dev.millrace.queue;

import org.jspecify.annotations.Nullable;

/**
 * How the queues that match behave. In every number, 0 means no limit.
 *
 * @param maxAttempts attempts after which a task goes to the dead letters
 * @param deadLetterQueue empty for the queue's own name with {@link #DEAD_SUFFIX} behind it
 * @param maxLeased leased tasks at any time
 * @param maxTasks tasks in any state at any time
 * @param maxLeaseMillis a longer lease time is cut to this
 */
public record Policy(
    NameFilter queues,
    int maxAttempts,
    @Nullable Backoff backoff,
    String deadLetterQueue,
    @Nullable RateLimit rate,
    long maxLeased,
    long maxTasks,
    long maxLeaseMillis) {
  public static final String DEAD_SUFFIX = ".dead";

  /** What holds for a queue that no policy matches. */
  public static final Policy NONE =
      new Policy(new NameFilter(null, NamePattern.ANY), 0, null, "", null, 0, 0, 0);

  public Policy {
    if (maxAttempts < 0 || maxLeased < 0 || maxTasks < 0 || maxLeaseMillis < 0) {
      throw QueueException.invalid("a policy's limits are not negative");
    }
    if (!deadLetterQueue.isEmpty()) {
      var _ = QueueName.of(deadLetterQueue);
    }
  }

  /** The wait after the n-th attempt: {@code initial × factor^(n−1)}, at most {@code max}. */
  public record Backoff(long initialMillis, double factor, long maxMillis) {
    public Backoff {
      Limits.checkDelayMillis(initialMillis);
      Limits.checkDelayMillis(maxMillis);
      if (!(factor >= 1 && factor <= 1000)) {
        throw QueueException.invalid("a backoff's factor is 1 to 1,000, not %s", factor);
      }
      if (maxMillis < initialMillis) {
        throw QueueException.invalid("a backoff's max is at least its initial wait");
      }
    }

    long afterAttempt(int attempt) {
      double millis = initialMillis * Math.pow(factor, attempt - 1);
      return millis >= maxMillis ? maxMillis : (long) Math.ceil(millis);
    }
  }

  /** A token bucket on grants: one token a task, refilled evenly, at most {@code burst} kept. */
  public record RateLimit(double perSecond, long burst) {
    public RateLimit {
      if (!(perSecond > 0 && perSecond <= 1e9) || burst < 1) {
        throw QueueException.invalid(
            "a rate is more than 0 and at most 1e9 a second, with a burst of at least 1");
      }
    }
  }

  long leaseMillis(long askedMillis) {
    return maxLeaseMillis == 0 ? askedMillis : Math.min(maxLeaseMillis, askedMillis);
  }

  long backoffMillis(int attempt) {
    return backoff == null ? 0 : backoff.afterAttempt(attempt);
  }
}
