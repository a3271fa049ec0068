package dev.millrace.queue;

/**
 * What a slot accepts and keeps.
 *
 * @param dataBytesMax data of one task
 * @param elementsMax elements of one update
 * @param leaseTasksMax tasks of one lease
 * @param grantBytesMax data that one lease hands out, but for the first task
 * @param keptRequestsBytesMax memory for the outcomes of finished requests, in a slot
 * @param keptRequestsMillis how long those outcomes are kept
 * @param idleQueueMillis how long an empty queue keeps its statistics
 */
public record Limits(
    int dataBytesMax,
    int elementsMax,
    int leaseTasksMax,
    long grantBytesMax,
    long keptRequestsBytesMax,
    long keptRequestsMillis,
    long idleQueueMillis) {
  public static final int DATA_BYTES_CEILING = 16 << 20;

  /**
   * About what one step may write. More than any message can carry, but moves and dead letters copy
   * data that no message carries.
   */
  static final long STEP_BYTES_MAX = 20 << 20;

  /** What a step may write that does work which can as well be spread over several. */
  static final long SPREAD_STEP_BYTES_MAX = 1 << 20;

  /** Hundred years: longer leases and delays are taken for mistakes. */
  public static final long DURATION_MILLIS_MAX = 36_525L * 24 * 3600 * 1000;

  /** The last moment of the year 9999, the latest that a Timestamp of the interface can name. */
  public static final long TIME_MILLIS_MAX = 253_402_300_799_999L;

  /** A day. */
  public static final long WAIT_MILLIS_MAX = 24L * 3600 * 1000;

  public static final Limits DEFAULT =
      new Limits(1 << 20, 10_000, 10_000, 8 << 20, 8 << 20, 10 * 60_000L, 10 * 60_000L);

  public Limits {
    if (dataBytesMax < 0 || dataBytesMax > DATA_BYTES_CEILING) {
      throw QueueException.invalid(
          "the limit on data is 0 to %d bytes, not %d", DATA_BYTES_CEILING, dataBytesMax);
    }
  }

  static void checkLeaseMillis(long millis) {
    if (millis < 1 || millis > DURATION_MILLIS_MAX) {
      throw QueueException.invalid(
          "a lease time is more than 0 and at most 100 years, not %d ms", millis);
    }
  }

  static void checkDelayMillis(long millis) {
    if (millis < 0 || millis > DURATION_MILLIS_MAX) {
      throw QueueException.invalid(
          "a delay is at least 0 and at most 100 years, not %d ms", millis);
    }
  }

  static void checkTimeMillis(long millis) {
    if (millis < 0 || millis > TIME_MILLIS_MAX) {
      throw QueueException.invalid(
          "a time lies between the years 1970 and 9999, not at %d ms", millis);
    }
  }

  static void checkWaitMillis(long millis) {
    if (millis < 0 || millis > WAIT_MILLIS_MAX) {
      throw QueueException.invalid("a wait is at least 0 and at most a day, not %d ms", millis);
    }
  }
}
