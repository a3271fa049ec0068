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

  public static KeyRange heads(int slot) {
    return kind(slot, RowNameCodec.HEAD);
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

  /** The tasks of a queue, the most urgent first. */
  public static KeyRange tasks(int slot, long queueId) {
    return KeyRange.ofPrefix(new RowName.Task(slot, queueId, Bytes.EMPTY).key());
  }

  /** The tasks of a queue from a PID on. */
  public static KeyRange tasksFrom(int slot, long queueId, Bytes pid) {
    return tasks(slot, queueId).startingAt(new RowName.Task(slot, queueId, pid).key());
  }

  private static KeyRange kind(int slot, byte kind) {
    return KeyRange.ofPrefix(RowNameCodec.key(new RowName.Ticket(slot).slot(), kind, Bytes.EMPTY));
  }
}
