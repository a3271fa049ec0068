package dev.millrace.queue;

import java.util.Comparator;

/** An order of queues: by a number, then by name. */
public record QueueOrder(By by, boolean descending) {
  public static final QueueOrder BY_NAME = new QueueOrder(By.NAME, false);

  /** What queues are sorted by. */
  public enum By {
    NAME,
    TASKS,
    AVAILABLE,
    LEASED,
    DELAYED,
    HEAD_AGE,
    /** Tasks that came, a second. */
    ENQUEUED,
    /** Tasks that went after a lease, a second. */
    DEQUEUED,
    LEASE_TIME
  }

  /** The place of a queue in an order. */
  public record Key(long number, QueueName queue) {}

  public Key keyOf(QueueStats stats) {
    long number =
        switch (by) {
          case NAME -> 0;
          case TASKS -> stats.tasks();
          case AVAILABLE -> stats.available();
          case LEASED -> stats.leased();
          case DELAYED -> stats.delayed();
          case HEAD_AGE -> stats.headAgeMillis();
          case ENQUEUED -> thousandths(stats.last10s().enqueued());
          case DEQUEUED -> thousandths(stats.last10s().dequeued());
          case LEASE_TIME -> thousandths(stats.meanLeaseMillis());
        };
    return new Key(number, stats.queue());
  }

  /** A place is a whole number. */
  static long thousandths(double number) {
    return Math.round(number * 1000);
  }

  public Comparator<Key> comparator() {
    Comparator<Key> order = Comparator.comparingLong(Key::number).thenComparing(Key::queue);
    return descending ? order.reversed() : order;
  }
}
