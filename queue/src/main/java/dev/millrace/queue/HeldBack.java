package dev.millrace.queue;

import dev.millrace.queue.Command.Source;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What waiting leases might still take for which something is being read: nobody who came later
 * gets it first.
 */
final class HeldBack {
  private final Set<QueueName> names = new LinkedHashSet<>();
  private final Set<NameFilter> filters = new LinkedHashSet<>();

  void clear() {
    names.clear();
    filters.clear();
  }

  void add(Source source) {
    switch (source) {
      case Source.Queues(var queues) -> names.addAll(queues);
      case Source.Matching(var filter) -> filters.add(filter);
    }
  }

  /** The queues that they wait for. */
  List<Queue> queues(Queues all) {
    List<Queue> queues = new ArrayList<>();
    for (QueueName name : names) {
      Queue queue = all.find(name);
      if (queue != null) {
        queues.add(queue);
      }
    }
    if (!filters.isEmpty()) {
      queues.addAll(all.inTurn());
    }
    return queues;
  }

  /** Whether a lease from this source might take something from those who are held back. */
  boolean overlaps(Source source) {
    if (names.isEmpty() && filters.isEmpty()) {
      return false;
    }
    return switch (source) {
      case Source.Queues(var queues) ->
          queues.stream()
              .anyMatch(
                  queue ->
                      names.contains(queue)
                          || filters.stream().anyMatch(filter -> filter.matches(queue)));
      case Source.Matching(var filter) ->
          !filters.isEmpty() || names.stream().anyMatch(filter::matches);
    };
  }
}
