package dev.millrace.queue;

/**
 * What the store keeps of a queue beside its tasks.
 *
 * @param head no available task lies before this place
 * @param headMillis when the first available task was enqueued; {@link #UNKNOWN} if nobody has
 *     looked since the last one was taken
 */
public record StoredQueue(
    long id,
    QueueName name,
    boolean paused,
    Change.QueueCounts counts,
    Position head,
    long headMillis) {
  public static final long UNKNOWN = -1;
}
