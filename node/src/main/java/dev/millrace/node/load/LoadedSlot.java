package dev.millrace.node.load;

import dev.millrace.queue.FifoPid;
import dev.millrace.queue.Pid;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.StoredQueue;
import dev.millrace.queue.StoredSlot;
import dev.millrace.queue.Ticket;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A slot as the store has it, and what a load adds to it. Gives ids to queues and FIFO PIDs to
 * tasks, from tickets of an opening of the journal that executes nothing.
 */
final class LoadedSlot {
  private final Map<QueueName, StoredQueue> stored = new HashMap<>();
  private final Map<QueueName, LoadedQueue> byName = new HashMap<>();
  private final Map<Long, LoadedQueue> byId = new TreeMap<>();
  private final long ticketBefore;
  private long lastQueueId;
  private long fifoPids;

  LoadedSlot(Optional<StoredSlot> before, long incarnation) {
    ticketBefore = Ticket.before(incarnation, before.map(StoredSlot::ticket).orElse(0L));
    lastQueueId = before.map(StoredSlot::lastQueueId).orElse(0L);
    before.ifPresent(slot -> slot.queues().forEach(queue -> stored.put(queue.name(), queue)));
  }

  LoadedQueue queue(QueueName name) {
    var queue = byName.get(name);
    if (queue == null) {
      var before = stored.get(name);
      queue = new LoadedQueue(before == null ? ++lastQueueId : before.id(), name, before);
      byName.put(name, queue);
      byId.put(queue.id(), queue);
    }
    return queue;
  }

  LoadedQueue queue(long id) {
    var queue = byId.get(id);
    if (queue == null) {
      throw new IllegalArgumentException("nothing is loaded into queue " + id);
    }
    return queue;
  }

  Pid nextFifoPid() {
    long given = fifoPids++;
    return FifoPid.of(
        ticketBefore + 1 + given / FifoPid.PER_TICKET, (int) (given % FifoPid.PER_TICKET));
  }

  /** Whether a PID has the form of a FIFO PID that wasn't given before the load. */
  boolean isReserved(Pid pid) {
    return FifoPid.isReserved(pid, ticketBefore);
  }

  /** No FIFO PID has a larger one. */
  long ticket() {
    return ticketBefore + 1 + fifoPids / FifoPid.PER_TICKET;
  }

  long lastQueueId() {
    return lastQueueId;
  }

  Collection<LoadedQueue> queues() {
    return byId.values();
  }
}
