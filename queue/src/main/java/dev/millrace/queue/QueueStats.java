package dev.millrace.queue;

/**
 * A queue at a moment: exact sizes, and rates since the slot was opened.
 *
 * @param generation the number of this life of the queue's name
 * @param headAgeMillis since the first available task was enqueued; -1 when none is available
 * @param entered tasks that came in this life of the queue
 * @param left tasks that went; {@code entered - left} is the size
 * @param meanLeaseMillis from grant to dequeue; -1 when nothing was dequeued lately
 */
public record QueueStats(
    QueueName queue,
    long generation,
    boolean paused,
    long available,
    long leased,
    long delayed,
    long headAgeMillis,
    long entered,
    long left,
    Rates last10s,
    Rates last5min,
    double meanLeaseMillis) {

  /** Events a second. */
  public record Rates(
      double enqueued, double collapsed, double leased, double dequeued, double expired) {
    public static final Rates ZERO = new Rates(0, 0, 0, 0, 0);

    public Rates plus(Rates other) {
      return new Rates(
          enqueued + other.enqueued,
          collapsed + other.collapsed,
          leased + other.leased,
          dequeued + other.dequeued,
          expired + other.expired);
    }
  }

  public long tasks() {
    return available + leased + delayed;
  }
}
