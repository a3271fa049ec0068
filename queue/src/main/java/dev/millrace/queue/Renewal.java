package dev.millrace.queue;

import dev.millrace.queue.Command.RenewAll;
import dev.millrace.queue.TaskState.Leased;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The renewal of all leases of a holder, which may have any number of them, most not in memory. It
 * goes on in parts: it lists leases, has them read, renews them. As many as fit in one part are
 * renewed at one moment.
 */
final class Renewal {
  /** Leases that are read and renewed together: their tasks may be large. */
  private static final int PART_MAX = 500;

  private static final int LISTED_AT_ONCE = 500;
  private static final int RENEWED_PER_STEP = 500;

  private final SlotState state;
  private final Steps steps;
  private final RenewAll command;
  private final List<TaskKey> part = new ArrayList<>();
  private @Nullable TaskKey cursor;

  /** Where the part begins. */
  private @Nullable TaskKey start;

  /** Up to which ticket the store had everything when the part began to be listed. */
  private long listedTicket;

  private boolean isListComplete;
  private boolean isPartComplete;
  private long startMillis;
  private long renewed;

  Renewal(SlotState state, Steps steps, RenewAll command) {
    this.state = state;
    this.steps = steps;
    this.command = command;
    isListComplete = state.queues().all().stream().allMatch(Queue::isHeldKnown);
    isPartComplete = isListComplete;
  }

  /** Goes as far as it can; the answer, or none when something has to be read first. */
  @Nullable Reply run(long now) {
    while (true) {
      if (!isPartComplete) {
        list();
      }
      part.forEach(this::look);
      if (state.unknowns().any()) {
        return null;
      }
      if (!part.isEmpty() && listedTicket < state.overlay().appliedTicket()) {
        // A lease that was in memory alone when the part was listed may have left it since.
        listAgain();
        continue;
      }
      boolean isFirst = startMillis == 0;
      startMillis = isFirst ? now : startMillis;
      if (!renewPart(now, isFirst)) {
        return new Reply.Failed(steps.refusal());
      }
      if (isListComplete) {
        return new Reply.RenewedAll(renewed);
      }
      start = cursor;
      part.clear();
      isPartComplete = false;
    }
  }

  private void listAgain() {
    cursor = start;
    part.clear();
    isPartComplete = false;
  }

  private void list() {
    Unknowns unknowns = state.unknowns();
    var read = unknowns.delivered(Need.LeasesOf.class, _ -> true).orElse(null);
    if (read != null) {
      Finding.Leases found = (Finding.Leases) read.getValue();
      if (part.isEmpty()) {
        listedTicket = state.overlay().appliedTicket();
      }
      part.addAll(found.tasks());
      cursor = found.tasks().isEmpty() ? cursor : found.tasks().getLast();
      isListComplete = found.isComplete();
      isPartComplete = isListComplete || part.size() >= PART_MAX;
      unknowns.deliver(Map.of());
    }
    if (!isPartComplete) {
      unknowns.add(new Need.LeasesOf(command.holder(), cursor, LISTED_AT_ONCE));
    }
  }

  private void look(TaskKey key) {
    Queue queue = state.queues().find(key.queueId());
    if (queue != null && isMeant(queue)) {
      var _ = queue.find(key.pid());
    }
  }

  private boolean isMeant(Queue queue) {
    return (command.group() == null || command.group().equals(queue.name.group()))
        && (command.scope().isAll() || command.scope().has(queue.name));
  }

  /** Renews what is in memory; false when there is no room. */
  private boolean renewPart(long now, boolean isFirst) {
    for (Queue queue : state.queues().holders().queuesOf(command.holder())) {
      if (isMeant(queue)) {
        long untilMillis = startMillis + queue.policy().leaseMillis(command.leaseMillis());
        List<Pid> pids = queue.leasedBy(command.holder());
        for (int from = 0; from < pids.size(); from += RENEWED_PER_STEP) {
          List<Pid> some = pids.subList(from, Math.min(pids.size(), from + RENEWED_PER_STEP));
          Edit edit = steps.edit(now);
          long count = renew(edit, queue, some, untilMillis, isFirst);
          if (!edit.isEmpty() && !steps.commit(edit, List.of())) {
            return false;
          }
          renewed += count;
        }
      }
    }
    return true;
  }

  private static long renew(
      Edit edit, Queue queue, List<Pid> pids, long untilMillis, boolean isFirst) {
    long count = 0;
    for (Pid pid : pids) {
      Task task = queue.find(pid);
      if (task != null
          && task.state() instanceof Leased leased
          && leased.untilMillis() > edit.nowMillis()
          && (isFirst || leased.untilMillis() != untilMillis)) {
        edit.put(
            queue, task.withState(new Leased(leased.holder(), leased.sinceMillis(), untilMillis)));
        count++;
      }
    }
    return count;
  }
}
