package dev.millrace.queue;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What an execution has looked at and not found in memory. Whoever executes asks at the end whether
 * there was something: then nothing it found out counts, and it is tried again when that was read.
 */
final class Unknowns {
  private final Set<Need> needs = new LinkedHashSet<>();
  private final Set<Queue> queues = new LinkedHashSet<>();
  private final Set<Parking.Party> ahead = new LinkedHashSet<>();

  /** What was read for the present execution and nobody else. */
  private Map<Need, Finding> delivered = Map.of();

  /** Queues that remember PIDs which aren't there. */
  private final Set<Queue> withAbsent = new LinkedHashSet<>();

  void noteAbsent(Queue queue) {
    withAbsent.add(queue);
  }

  /** Ends an execution: what was found not to be there is forgotten, unless somebody needs it. */
  void forgetAbsent() {
    if (!withAbsent.isEmpty()) {
      withAbsent.forEach(Queue::forgetAbsent);
      withAbsent.clear();
    }
  }

  int count() {
    return needs.size();
  }

  boolean any() {
    return !needs.isEmpty() || !ahead.isEmpty();
  }

  /** Somebody who waits for something to be read comes first. */
  void waitFor(Parking.Party party) {
    ahead.add(party);
  }

  void add(Need need) {
    needs.add(need);
  }

  /**
   * Something of a queue is missing.
   *
   * @param queue keeps what it has in memory until the execution has what it needs
   */
  void add(Queue queue, Need need) {
    queues.add(queue);
    needs.add(need);
  }

  /** What was missing since this was called last, and of which queues. */
  Missing take() {
    if (!any()) {
      return Missing.NOTHING;
    }
    Missing missing = new Missing(List.copyOf(needs), List.copyOf(queues), List.copyOf(ahead));
    ahead.clear();
    needs.clear();
    queues.clear();
    return missing;
  }

  /**
   * What is missing.
   *
   * @param ahead those who come first
   */
  record Missing(List<Need> needs, List<Queue> queues, List<Parking.Party> ahead) {
    static final Missing NOTHING = new Missing(List.of(), List.of(), List.of());

    boolean isNothing() {
      return needs.isEmpty() && ahead.isEmpty();
    }
  }

  void deliver(Map<Need, Finding> findings) {
    delivered = findings;
  }

  /** A need of this kind, and what was read for it, if it was. */
  <N extends Need> Optional<Map.Entry<N, Finding>> delivered(Class<N> kind, Predicate<N> which) {
    for (var entry : delivered.entrySet()) {
      if (kind.isInstance(entry.getKey()) && which.test(kind.cast(entry.getKey()))) {
        return Optional.of(Map.entry(kind.cast(entry.getKey()), entry.getValue()));
      }
    }
    return Optional.empty();
  }
}
