package dev.millrace.client;

import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.UpdateRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of an update that goes to the server: what one caller asked for, as it did, or what
 * neighbours did, as a {@link FifoRun}.
 *
 * @param request written with those of the other parts, one behind the other, which makes one
 *     message of them
 * @param elements of the request, and results of its reply
 */
record UpdatePart(
    List<PendingCall<?>> callers, UpdateRequest request, boolean isRun, int elements) {
  private static final int RUN_TASKS_MIN = 2;

  /** All parts of an update of these callers, in their order. */
  static List<UpdatePart> of(List<PendingCall<?>> callers) {
    List<UpdatePart> parts = new ArrayList<>(1);
    for (int start = 0; start < callers.size(); ) {
      PendingCall<?> first = callers.get(start);
      Queue queue = first.fifoQueue();
      int end = start + 1;
      int tasks = first.elements;
      while (queue != null && end < callers.size() && queue.equals(callers.get(end).fifoQueue())) {
        tasks += callers.get(end).elements;
        end++;
      }
      parts.add(
          queue != null && tasks >= RUN_TASKS_MIN
              ? run(queue, callers.subList(start, end))
              : new UpdatePart(
                  List.of(first), (UpdateRequest) first.request, false, first.elements));
      start = end;
    }
    return parts;
  }

  private static UpdatePart run(Queue queue, List<PendingCall<?>> callers) {
    return new UpdatePart(callers, FifoRun.request(queue, callers), true, 1);
  }
}
