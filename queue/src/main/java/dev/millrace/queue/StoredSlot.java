package dev.millrace.queue;

import java.util.List;
import java.util.Map;

/**
 * All that a slot takes from its store when it opens: everything but tasks, which it reads when it
 * needs them.
 *
 * @param ticket up to which the store contains everything
 * @param floors by client, the number up to which its requests are refused
 * @param requests the outcomes that are kept, by growing ticket
 */
public record StoredSlot(
    long ticket,
    long timeMillis,
    long lastQueueId,
    PolicyDocument policies,
    Map<String, Long> floors,
    List<StoredRequest> requests,
    List<StoredQueue> queues) {
  /** The outcome of a request that was executed with this ticket. */
  public record StoredRequest(long ticket, Change.RequestKept kept) {}
}
