package dev.millrace.node.keep;

import dev.millrace.queue.Limits;
import dev.millrace.queue.StoredSlot.StoredRequest;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The outcomes of requests that may still be repeated, and up to where older ones are refused. */
final class SalvagedRequests {
  private final ArrayDeque<StoredRequest> recent = new ArrayDeque<>();
  private final Map<String, Long> floors = new HashMap<>();

  void keep(StoredRequest request) {
    if (!recent.isEmpty() && recent.getLast().ticket() >= request.ticket()) {
      return; // the store had it already
    }
    long dropped = request.kept().timeMillis() - Limits.DEFAULT.keptRequestsMillis();
    while (!recent.isEmpty() && recent.getFirst().kept().timeMillis() <= dropped) {
      var oldest = recent.removeFirst().kept().request();
      raise(oldest.client(), oldest.sequence());
    }
    recent.addLast(request);
  }

  void raise(String client, long floor) {
    floors.merge(client, floor, Math::max);
  }

  /** By growing ticket. */
  List<StoredRequest> recent() {
    return List.copyOf(recent);
  }

  Map<String, Long> floors() {
    return Map.copyOf(floors);
  }
}
