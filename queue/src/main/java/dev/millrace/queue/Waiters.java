package dev.millrace.queue;

import dev.millrace.queue.Command.Lease;
import dev.millrace.queue.Command.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Leases that wait for a task, in the order in which they came. They are found by the names and
 * patterns that they wait on, so that a task wakes only those whom it concerns.
 */
final class Waiters {
  /** A lease that waits until a time. */
  record Waiter(long number, long caller, Lease lease, long untilMillis) {}

  private record Timeout(long millis, long number) implements Comparable<Timeout> {
    @Override
    public int compareTo(Timeout other) {
      int byTime = Long.compare(millis, other.millis);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final Map<Long, Waiter> byCaller = new HashMap<>();
  private final Map<RequestId, Waiter> byRequest = new HashMap<>();
  private final Map<QueueName, NavigableMap<Long, Waiter>> byName = new HashMap<>();
  private final Map<NameFilter, NavigableMap<Long, Waiter>> byPattern = new HashMap<>();
  private final TreeMap<Timeout, Waiter> byTimeout = new TreeMap<>();
  private long lastNumber;

  boolean isEmpty() {
    return byCaller.isEmpty();
  }

  void add(long caller, Lease lease, long nowMillis) {
    Waiter waiter = new Waiter(++lastNumber, caller, lease, nowMillis + lease.waitMillis());
    byCaller.put(caller, waiter);
    byTimeout.put(new Timeout(waiter.untilMillis, waiter.number), waiter);
    if (lease.request() != null) {
      byRequest.put(lease.request(), waiter);
    }
    switch (lease.source()) {
      case Source.Queues(var names) ->
          names.forEach(
              name ->
                  byName.computeIfAbsent(name, _ -> new TreeMap<>()).put(waiter.number, waiter));
      case Source.Matching(var filter) ->
          byPattern.computeIfAbsent(filter, _ -> new TreeMap<>()).put(waiter.number, waiter);
    }
  }

  void remove(Waiter waiter) {
    byCaller.remove(waiter.caller);
    byTimeout.remove(new Timeout(waiter.untilMillis, waiter.number));
    if (waiter.lease.request() != null) {
      byRequest.remove(waiter.lease.request(), waiter);
    }
    switch (waiter.lease.source()) {
      case Source.Queues(var names) -> names.forEach(name -> removeFrom(byName, name, waiter));
      case Source.Matching(var filter) -> removeFrom(byPattern, filter, waiter);
    }
  }

  private static <K> void removeFrom(
      Map<K, NavigableMap<Long, Waiter>> waiters, K key, Waiter waiter) {
    waiters.computeIfPresent(
        key,
        (_, line) -> {
          line.remove(waiter.number);
          return line.isEmpty() ? null : line;
        });
  }

  @Nullable Waiter ofCaller(long caller) {
    return byCaller.get(caller);
  }

  @Nullable Waiter ofRequest(@Nullable RequestId request) {
    return request == null ? null : byRequest.get(request);
  }

  long nextTimeoutMillis() {
    return byTimeout.isEmpty() ? Queue.NEVER : byTimeout.firstKey().millis();
  }

  /** The waiter whose time is up first; only when {@link #nextTimeoutMillis} is due. */
  Waiter firstTimedOut() {
    return byTimeout.firstEntry().getValue();
  }

  /**
   * Calls {@code visitor} for those who wait on one of the queues, in the order in which they came.
   * The visitor may remove the waiter that it is called with.
   *
   * @param goesOn asked before each; the visit ends when it says no
   */
  void visit(Collection<Queue> queues, BooleanSupplier goesOn, Consumer<Waiter> visitor) {
    record Turn(long number, NavigableMap<Long, Waiter> line) {}
    PriorityQueue<Turn> turns = new PriorityQueue<>((a, b) -> Long.compare(a.number, b.number));
    for (NavigableMap<Long, Waiter> line : linesFor(queues)) {
      turns.add(new Turn(line.firstKey(), line));
    }
    long last = 0;
    while (!turns.isEmpty() && goesOn.getAsBoolean()) {
      Turn turn = turns.remove();
      Waiter waiter = turn.line.get(turn.number);
      if (waiter != null && turn.number > last) {
        visitor.accept(waiter);
        last = turn.number;
      }
      Long next = turn.line.higherKey(turn.number);
      if (next != null) {
        turns.add(new Turn(next, turn.line));
      }
    }
  }

  private List<NavigableMap<Long, Waiter>> linesFor(Collection<Queue> queues) {
    List<NavigableMap<Long, Waiter>> lines = new ArrayList<>();
    for (Queue queue : queues) {
      NavigableMap<Long, Waiter> line = byName.get(queue.name);
      if (line != null) {
        lines.add(line);
      }
    }
    byPattern.forEach(
        (filter, line) -> {
          if (queues.stream().anyMatch(queue -> filter.matches(queue.name))) {
            lines.add(line);
          }
        });
    return lines;
  }
}
