package dev.millrace.stages.control;

import java.time.Duration;

/**
 * SEDA's thread pool controller (§3.4): one more thread when too much waits at a sample, one less
 * when a thread was idle for long.
 *
 * @param waitingMax events that may wait without another thread
 * @param idleTime after which a thread goes
 */
public record QueueThreads(int threadsMin, int threadsMax, int waitingMax, Duration idleTime)
    implements ThreadRule {
  public QueueThreads {
    if (threadsMin < 1 || threadsMax < threadsMin) {
      throw new IllegalArgumentException("1 <= threadsMin <= threadsMax doesn't hold");
    }
  }

  /** As in the paper: a queue of 100, at most 20 threads, 5 s. */
  public static final QueueThreads OF_PAPER = new QueueThreads(1, 20, 100, Duration.ofSeconds(5));

  /** Always so many. */
  public static QueueThreads fixed(int threads) {
    return new QueueThreads(threads, threads, Integer.MAX_VALUE, Duration.ofDays(1));
  }

  @Override
  public int threads(ThreadSample sample) {
    int change = 0;
    if (sample.waiting() > waitingMax) {
      change = 1;
    } else if (sample.idleNanos() >= idleTime.toNanos()) {
      change = -1;
    }
    return Math.clamp((long) sample.threads() + change, threadsMin, threadsMax);
  }
}
