package dev.millrace.queue;

import dev.millrace.queue.StoredSlot.StoredRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What changed in a slot between two tickets, as final states, to be applied to its store once the
 * journal has it. Doesn't change until the slot is told that it was applied.
 *
 * <p>The tasks of a queue that is gone and had tasks aren't written: they go with the queue's.
 *
 * @param ticket up to which the store contains everything afterwards
 * @param bytes about how large it is
 * @param policies none when they didn't change
 * @param requestsFrom outcomes of requests before this ticket aren't kept any more; 0 when that is
 *     as in the layer before
 * @param floors by client; {@link #NO_FLOOR} when the client is forgotten
 */
public record FrozenLayer(
    int slot,
    long ticket,
    long timeMillis,
    long lastQueueId,
    long bytes,
    Map<TaskKey, TaskChange> tasks,
    List<StoredQueue> queues,
    List<GoneQueue> goneQueues,
    @Nullable PolicyDocument policies,
    List<StoredRequest> requests,
    long requestsFrom,
    Map<String, Long> floors) {
  public static final long NO_FLOOR = -1;

  /**
   * A task that changed.
   *
   * @param before its state in the store, after all earlier layers; none when it isn't there
   * @param after none when it is gone
   */
  public record TaskChange(@Nullable TaskState before, @Nullable Task after) {}

  /**
   * A queue that is gone.
   *
   * @param hadTasks whether tasks of it may be left in the store
   */
  public record GoneQueue(long id, boolean hadTasks) {}
}
