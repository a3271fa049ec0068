package dev.millrace.client;

/**
 * Allows retries as a share of the calls, and a few without any: so that retries can't multiply an
 * overload. A token bucket, in thousandths of a retry.
 */
final class RetryBudget {
  private static final long RETRY = 1_000;

  private final long perCall;
  private final long max;
  private long tokens;

  /**
   * @param share retries per call, on average
   * @param burst retries at once
   */
  RetryBudget(double share, int burst) {
    this.perCall = Math.round(share * RETRY);
    this.max = burst * RETRY;
    this.tokens = max;
  }

  void onCall() {
    tokens = Math.min(max, tokens + perCall);
  }

  boolean takeRetry() {
    if (tokens < RETRY) {
      return false;
    }
    tokens -= RETRY;
    return true;
  }
}
