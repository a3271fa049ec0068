package dev.millrace.queue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which queues of the slot have tasks leased by a holder. */
final class Holders {
  private final Map<String, TreeMap<Long, Queue>> queues = new HashMap<>();

  void add(String holder, Queue queue) {
    queues.computeIfAbsent(holder, _ -> new TreeMap<>()).put(queue.id, queue);
  }

  void remove(String holder, Queue queue) {
    queues.computeIfPresent(
        holder,
        (_, ofHolder) -> {
          ofHolder.remove(queue.id);
          return ofHolder.isEmpty() ? null : ofHolder;
        });
  }

  /** In the order in which the queues were created. */
  List<Queue> queuesOf(String holder) {
    var ofHolder = queues.get(holder);
    return ofHolder == null ? List.of() : List.copyOf(ofHolder.values());
  }
}
