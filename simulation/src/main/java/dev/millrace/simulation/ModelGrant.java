package dev.millrace.simulation;

import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Policy;
import dev.millrace.queue.Reply.LeasedTask;
import dev.millrace.queue.Task;
import dev.millrace.queue.TaskState.Kind;
import dev.millrace.queue.TaskState.Leased;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One grant of the {@link Model}; docs/protocol.md, "Lease". */
final class ModelGrant {
  private final ModelState state;
  private final Command.Lease lease;
  private final long ticket;
  private final List<LeasedTask> granted = new ArrayList<>();
  private long dataBytes;

  ModelGrant(ModelState state, Command.Lease lease, long ticket) {
    this.state = state;
    this.lease = lease;
    this.ticket = ticket;
  }

  /**
   * The queues that a lease takes from, in its order of preference or by the time they were last
   * served.
   */
  static List<ModelQueue> sources(ModelState state, Source source) {
    return switch (source) {
      case Source.Queues(var names) ->
          names.stream().map(state::queue).filter(Objects::nonNull).distinct().toList();
      case Source.Matching(var filter) ->
          state.queues.values().stream()
              .filter(queue -> filter.matches(queue.name))
              .sorted(
                  Comparator.comparingLong((ModelQueue queue) -> queue.served)
                      .thenComparingLong(queue -> queue.created))
              .toList();
    };
  }

  List<LeasedTask> take() {
    List<ModelQueue> queues = sources(state, lease.source());
    switch (lease.source()) {
      case Source.Queues _ -> {
        for (ModelQueue queue : queues) {
          while (takeOne(queue)) {}
        }
      }
      case Source.Matching _ -> {
        var inTurn = new ArrayList<>(queues);
        while (!inTurn.isEmpty()) {
          inTurn.removeIf(queue -> !takeOne(queue));
        }
      }
    }
    return granted;
  }

  /**
   * Whether there is anything for the lease; queues whose policy has a rate are left out on
   * request.
   */
  boolean couldTake(boolean withRated) {
    return sources(state, lease.source()).stream()
        .filter(queue -> withRated || state.policy(queue.name).rate() == null)
        .anyMatch(
            queue ->
                first(queue) != null
                    && queue.grantsLeft(state.policy(queue.name), state.timeMillis) > 0);
  }

  private boolean takeOne(ModelQueue queue) {
    Policy policy = state.policy(queue.name);
    Task task = first(queue);
    boolean complete =
        granted.size() == lease.maxTasks() || dataBytes > state.limits.grantBytesMax();
    if (complete || task == null || queue.grantsLeft(policy, state.timeMillis) < 1) {
      return false;
    }
    dataBytes += task.data().size();
    long until = state.leaseUntil(queue.name, lease.leaseMillis());
    var leased = new Leased(lease.holder(), state.timeMillis, until);
    Task next = ModelExpiry.with(task, leased, ticket, task.past());
    queue.put(next);
    queue.takeToken(policy.rate(), state.timeMillis);
    queue.served = ++state.tasksServed;
    granted.add(new LeasedTask(queue.name, next));
    return true;
  }

  private @Nullable Task first(ModelQueue queue) {
    for (Task task : queue.tasks.values()) {
      if (task.state().kind() == Kind.AVAILABLE) {
        boolean within =
            lease.maxPid() == null || ByteOrder.compare(task.pid(), lease.maxPid()) <= 0;
        return within ? task : null;
      }
    }
    return null;
  }
}
