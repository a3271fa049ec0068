package dev.millrace.client;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** How long to wait before another try: longer each time, and not the same for all who wait. */
final class Backoff {
  private static final long RETRY_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long RETRY_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);
  private static final long CONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(25);
  private static final long CONNECT_NANOS_MAX = TimeUnit.SECONDS.toNanos(2);
  private static final int DOUBLINGS_MAX = 16;

  private final RandomGenerator random;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Before a call is tried again that was refused so many times; never less than the server asked
   * for.
   */
  long retryNanos(int refusals, long askedNanos) {
    long nanos = Math.max(RETRY_NANOS_MIN, askedNanos) << Math.min(refusals - 1, DOUBLINGS_MAX);
    nanos = Math.max(askedNanos, Math.min(nanos, RETRY_NANOS_MAX));
    return nanos + random.nextLong(nanos / 2 + 1);
  }

  /** Before a connection is tried again that broke or failed so many times in a row. */
  long connectNanos(int failures) {
    if (failures <= 1) {
      return 0;
    }
    long nanos = CONNECT_NANOS << Math.min(failures - 2, DOUBLINGS_MAX);
    nanos = Math.min(nanos, CONNECT_NANOS_MAX);
    return nanos / 2 + random.nextLong(nanos / 2 + 1);
  }
}
