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
    HEAD_AGE
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
        };
    return new Key(number, stats.queue());
  }

  public Comparator<Key> comparator() {
    Comparator<Key> order = Comparator.comparingLong(Key::number).thenComparing(Key::queue);
    return descending ? order.reversed() : order;
  }
}
