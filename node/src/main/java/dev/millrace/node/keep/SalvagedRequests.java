package dev.millrace.node.keep;

import dev.millrace.queue.Change.RequestKept;
import dev.millrace.queue.Limits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The outcomes of requests that may still be repeated. Of older ones the last of each client is
 * kept: it makes a slot refuse what the client sent before.
 */
final class SalvagedRequests {
  private final ArrayDeque<RequestKept> recent = new ArrayDeque<>();
  private final Map<String, RequestKept> older = new HashMap<>();

  void keep(RequestKept kept) {
    long dropped = kept.timeMillis() - Limits.DEFAULT.keptRequestsMillis();
    while (!recent.isEmpty() && recent.getFirst().timeMillis() <= dropped) {
      var oldest = recent.removeFirst();
      older.merge(oldest.request().client(), oldest, SalvagedRequests::later);
    }
    recent.addLast(kept);
  }

  private static RequestKept later(RequestKept one, RequestKept other) {
    return one.request().sequence() > other.request().sequence() ? one : other;
  }

  /** In the order in which they were executed. */
  List<RequestKept> all() {
    var all = new ArrayList<>(older.values());
    all.sort(
        Comparator.comparingLong(RequestKept::timeMillis)
            .thenComparing(kept -> kept.request().client()));
    all.addAll(recent);
    return all;
  }
}
