package dev.millrace.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Finds the first policy that matches a queue without trying all of them: a policy is tried only on
 * queues of its group whose name begins as all names that match it do.
 */
final class PolicyIndex {
  private final List<Policy> policies;
  private final Places ofEveryGroup = new Places();
  private final Map<String, Places> ofGroup = new HashMap<>();

  PolicyIndex(List<Policy> policies) {
    this.policies = policies;
    for (int place = 0; place < policies.size(); place++) {
      NameFilter queues = policies.get(place).queues();
      Places places =
          queues.group() == null
              ? ofEveryGroup
              : ofGroup.computeIfAbsent(queues.group(), _ -> new Places());
      places.add(queues.pattern().prefix(), place);
    }
  }

  Policy first(QueueName queue) {
    int first = ofEveryGroup.first(queue, policies.size());
    Places places = ofGroup.get(queue.group());
    if (places != null) {
      first = places.first(queue, first);
    }
    return first == policies.size() ? Policy.NONE : policies.get(first);
  }

  /** Places in the document of policies by what their names begin with. */
  private final class Places {
    private final Map<String, List<Integer>> byPrefix = new HashMap<>();
    private final TreeSet<Integer> prefixLengths = new TreeSet<>();

    void add(String prefix, int place) {
      byPrefix.computeIfAbsent(prefix, _ -> new ArrayList<>()).add(place);
      prefixLengths.add(prefix.length());
    }

    /** The first place that matches, if it is before the limit, else the limit. */
    int first(QueueName queue, int limit) {
      int first = limit;
      for (int length : prefixLengths) {
        if (length > queue.name().length()) {
          break;
        }
        var places = byPrefix.getOrDefault(queue.name().substring(0, length), List.of());
        for (int place : places) {
          if (place >= first || policies.get(place).queues().matches(queue)) {
            first = Math.min(first, place);
            break;
          }
        }
      }
      return first;
    }
  }
}
