package dev.millrace.queue;

import dev.millrace.queue.Policy.RateLimit;

/** Tokens for grants, refilled evenly with time. */
final class TokenBucket {
  private final RateLimit limit;
  private double tokens;
  private long asOfMillis;

  TokenBucket(RateLimit limit, long nowMillis) {
    this.limit = limit;
    tokens = (double) limit.burst();
    asOfMillis = nowMillis;
  }

  RateLimit limit() {
    return limit;
  }

  long available(long nowMillis) {
    refill(nowMillis);
    // A token that is short of one by a rounding error counts as one.
    return (long) (tokens + 1e-9);
  }

  void take(long count, long nowMillis) {
    refill(nowMillis);
    tokens -= (double) count;
  }

  /** When the next token is there. */
  long nextMillis(long nowMillis) {
    refill(nowMillis);
    if (tokens >= 1) {
      return nowMillis;
    }
    // A tiny rate asks for a time beyond all numbers.
    double millis = Math.ceil((1 - tokens) * 1000 / limit.perSecond());
    return nowMillis + (long) Math.min(millis, Limits.DURATION_MILLIS_MAX);
  }

  private void refill(long nowMillis) {
    if (nowMillis > asOfMillis) {
      tokens =
          Math.min(
              (double) limit.burst(), tokens + (nowMillis - asOfMillis) * limit.perSecond() / 1000);
      asOfMillis = nowMillis;
    }
  }
}
