package dev.millrace.queue;

import org.jspecify.annotations.Nullable;

/** The policy of a queue, and how many of its tasks may be granted under it. */
final class Throttle {
  private final QueueName queue;
  private final PolicyBook book;
  private long edition = -1;
  private Policy policy = Policy.NONE;
  private @Nullable TokenBucket bucket;

  Throttle(QueueName queue, PolicyBook book) {
    this.queue = queue;
    this.book = book;
  }

  Policy policy() {
    if (edition != book.edition()) {
      edition = book.edition();
      policy = book.document().forQueue(queue);
      var rate = policy.rate();
      if (rate == null) {
        bucket = null;
      } else if (bucket == null || !bucket.limit().equals(rate)) {
        bucket = new TokenBucket(rate, book.sinceMillis());
      }
    }
    return policy;
  }

  /**
   * How many tasks may be granted now.
   *
   * @param tokensTaken by the grant that asks, and not yet taken from the bucket
   */
  long grantable(TaskCounts counts, long nowMillis, int tokensTaken) {
    long most = counts.available();
    if (most > 0 && policy().maxLeased() > 0) {
      most = Math.min(most, policy.maxLeased() - counts.leased());
    }
    if (most > 0 && bucket != null) {
      most = Math.min(most, bucket.available(nowMillis) - tokensTaken);
    }
    return Math.max(0, most);
  }

  /**
   * When the rate limit alone, and nothing else, will let a grant pass; {@link Queue#NEVER} when it
   * isn't what is in the way.
   */
  long throttledUntilMillis(TaskCounts counts, long nowMillis) {
    boolean otherwiseOpen =
        counts.available() > 0
            && (policy().maxLeased() == 0 || counts.leased() < policy.maxLeased());
    return bucket == null || !otherwiseOpen ? Queue.NEVER : bucket.nextMillis(nowMillis);
  }

  void take(long tasks, long nowMillis) {
    if (policy().rate() != null && bucket != null) {
      bucket.take(tasks, nowMillis);
    }
  }
}
