package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.QueueName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The leases that wait in the {@link Model}, in the order in which they came. */
final class ModelWaiters {
  private final List<Waiter> inOrder = new ArrayList<>();

  /**
   * Those who found no room in the journal for their grant, and may have to wait until something
   * else happens.
   */
  private final Set<Long> stuck = new TreeSet<>();

  record Waiter(long caller, Command.Lease lease, long untilMillis) {
    boolean takesFrom(QueueName queue) {
      return switch (lease.source()) {
        case Source.Queues(var queues) -> queues.contains(queue);
        case Source.Matching(var names) -> names.matches(queue);
      };
    }
  }

  ModelWaiters copy() {
    var copy = new ModelWaiters();
    copy.inOrder.addAll(inOrder);
    copy.stuck.addAll(stuck);
    return copy;
  }

  void add(Waiter waiter) {
    inOrder.add(waiter);
  }

  /** Those who wait now; the list doesn't change when they are removed. */
  List<Waiter> all() {
    return List.copyOf(inOrder);
  }

  void remove(Waiter waiter) {
    inOrder.remove(waiter);
  }

  @Nullable Waiter find(long caller) {
    return inOrder.stream().filter(waiter -> waiter.caller == caller).findFirst().orElse(null);
  }

  void allStuck() {
    inOrder.forEach(waiter -> stuck.add(waiter.caller));
  }

  boolean isStuck(Waiter waiter) {
    return stuck.contains(waiter.caller);
  }
}
