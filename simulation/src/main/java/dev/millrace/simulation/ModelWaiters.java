package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.RequestId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The leases that wait in the {@link Model}, in the order in which they came. */
final class ModelWaiters {
  private final List<Waiter> inOrder = new ArrayList<>();

  record Waiter(long caller, Command.Lease lease, long untilMillis) {}

  ModelWaiters copy() {
    var copy = new ModelWaiters();
    copy.inOrder.addAll(inOrder);
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

  @Nullable Waiter find(@Nullable RequestId request) {
    return request == null
        ? null
        : inOrder.stream()
            .filter(waiter -> request.equals(waiter.lease.request()))
            .findFirst()
            .orElse(null);
  }

  /** Lets a repeated request wait in place of the one that it repeats. */
  void replace(Waiter old, Waiter next) {
    inOrder.set(inOrder.indexOf(old), next);
  }
}
