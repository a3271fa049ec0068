package dev.millrace.store;

/** The ranges in which rows are read and removed. */
public final class RowRanges {
  private RowRanges() {}

  /** All rows of a slot, its ticket too. */
  public static KeyRange slot(int slot) {
    // Checks the slot.
    return KeyRange.ofPrefix(RowNameCodec.slotPrefix(new RowName.Ticket(slot).slot()));
  }

  /** The outcomes of a slot's requests, the oldest first. */
  public static KeyRange requests(int slot) {
    return kind(slot, RowNameCodec.REQUEST);
  }

  /** The outcomes of the requests that were executed before a ticket. */
  public static KeyRange requestsBefore(int slot, long ticket) {
    return new KeyRange(requests(slot).from(), new RowName.Request(slot, ticket).key());
  }

  public static KeyRange clients(int slot) {
    return kind(slot, RowNameCodec.CLIENT);
  }

  /** The queues of a slot, in the order of their ids. */
  public static KeyRange queues(int slot) {
    return kind(slot, RowNameCodec.QUEUE);
  }

  /** The deleted queues of a slot whose tasks are still to be removed. */
  public static KeyRange reaps(int slot) {
    return kind(slot, RowNameCodec.REAP);
  }

  /** The deadlines of a slot, the earliest first. */
  public static KeyRange deadlines(int slot) {
    return kind(slot, RowNameCodec.DEADLINE);
  }

  /** The deadlines of a slot that have come at a time. */
  public static KeyRange deadlinesUntil(int slot, long timeMillis) {
    var last = RowNameCodec.key(slot, RowNameCodec.DEADLINE, Bytes.EMPTY, timeMillis);
    return new KeyRange(deadlines(slot).from(), last.afterPrefix());
  }

  /** The deadlines of a slot behind one of them, which needn't be there. */
  public static KeyRange deadlinesBehind(int slot, long timeMillis, long queueId, Bytes pid) {
    var deadline = new RowName.Deadline(slot, timeMillis, queueId, pid);
    return deadlines(slot).startingAfter(deadline.key());
  }

  /** The available tasks of a slot, queue by queue. */
  public static KeyRange tasks(int slot) {
    return kind(slot, RowNameCodec.TASK);
  }

  /** The available tasks of a queue, the most urgent first. */
  public static KeyRange tasks(int slot, long queueId) {
    return KeyRange.ofPrefix(new RowName.Task(slot, queueId, Bytes.EMPTY).key());
  }

  /** The available tasks of a queue from a PID on. */
  public static KeyRange tasksFrom(int slot, long queueId, Bytes pid) {
    return tasks(slot, queueId).startingAt(new RowName.Task(slot, queueId, pid).key());
  }

  /** The available tasks of a queue behind a PID. */
  public static KeyRange tasksBehind(int slot, long queueId, Bytes pid) {
    return tasks(slot, queueId).startingAfter(new RowName.Task(slot, queueId, pid).key());
  }

  /** The leased and delayed tasks of a slot, queue by queue. */
  public static KeyRange held(int slot) {
    return kind(slot, RowNameCodec.HELD);
  }

  /** The leased and delayed tasks of a queue, the most urgent first. */
  public static KeyRange held(int slot, long queueId) {
    return KeyRange.ofPrefix(new RowName.Held(slot, queueId, Bytes.EMPTY).key());
  }

  /** The leased and delayed tasks of a queue from a PID on. */
  public static KeyRange heldFrom(int slot, long queueId, Bytes pid) {
    return held(slot, queueId).startingAt(new RowName.Held(slot, queueId, pid).key());
  }

  /** The leased and delayed tasks of a queue behind a PID. */
  public static KeyRange heldBehind(int slot, long queueId, Bytes pid) {
    return held(slot, queueId).startingAfter(new RowName.Held(slot, queueId, pid).key());
  }

  /** The leases of a slot, holder by holder. */
  public static KeyRange leases(int slot) {
    return kind(slot, RowNameCodec.LEASE);
  }

  /** The leases of a holder, queue by queue. */
  public static KeyRange leasesOf(int slot, Bytes holder) {
    // Checks slot and holder.
    var checked = new RowName.Lease(slot, holder, 1, Bytes.EMPTY);
    return KeyRange.ofPrefix(RowNameCodec.leasePrefix(checked.slot(), checked.holder()));
  }

  /** The leases of a holder behind one of them, which needn't be there. */
  public static KeyRange leasesBehind(int slot, Bytes holder, long queueId, Bytes pid) {
    var lease = new RowName.Lease(slot, holder, queueId, pid);
    return leasesOf(slot, holder).startingAfter(lease.key());
  }

  private static KeyRange kind(int slot, byte kind) {
    return KeyRange.ofPrefix(RowNameCodec.key(new RowName.Ticket(slot).slot(), kind, Bytes.EMPTY));
  }
}
