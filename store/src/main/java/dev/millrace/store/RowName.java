package dev.millrace.store;

/**
 * What a row is about. Its key is the slot, a byte for the kind, and the rest in an order that the
 * rows of that kind are read in. A number of a kind is never given a second meaning; the byte
 * tables are in {@code docs/store-format.md}.
 */
public sealed interface RowName {
  /** Slots are below this, so that keys above all slots are left for the store itself. */
  int SLOTS_MAX = 1 << 15;

  int PID_BYTES_MAX = 1024;
  int CLIENT_BYTES_MAX = 64;
  int HOLDER_BYTES_MAX = 256;

  int slot();

  RowKey key();

  /** Up to which ticket the store contains everything of the slot. Written by the store itself. */
  record Ticket(int slot) implements RowName {
    public Ticket {
      checkSlot(slot);
    }

    @Override
    public RowKey key() {
      return RowNameCodec.key(slot, RowNameCodec.TICKET, Bytes.EMPTY);
    }
  }

  /** What a slot has only one of, such as its time and its last queue id. */
  record Meta(int slot) implements RowName {
    public Meta {
      checkSlot(slot);
    }

    @Override
    public RowKey key() {
      return RowNameCodec.key(slot, RowNameCodec.META, Bytes.EMPTY);
    }
  }

  record Policies(int slot) implements RowName {
    public Policies {
      checkSlot(slot);
    }

    @Override
    public RowKey key() {
      return RowNameCodec.key(slot, RowNameCodec.POLICIES, Bytes.EMPTY);
    }
  }

  /** The outcome of the request that was executed with this ticket; the oldest comes first. */
  record Request(int slot, long ticket) implements RowName {
    public Request {
      checkSlot(slot);
      check(ticket > 0, "ticket", ticket);
    }

    @Override
    public RowKey key() {
      return RowNameCodec.key(slot, RowNameCodec.REQUEST, Bytes.EMPTY, ticket);
    }
  }

  /** What is remembered of a client, such as the number below which its requests are refused. */
  record Client(int slot, Bytes client) implements RowName {
    public Client {
      checkSlot(slot);
      check(client.length() <= CLIENT_BYTES_MAX, "length of a client id", client.length());
    }

    @Override
    public RowKey key() {
      return RowNameCodec.key(slot, RowNameCodec.CLIENT, client);
    }
  }

  /** A generation of a queue: its name and its counters. */
  record Queue(int slot, long queueId) implements RowName {
    public Queue {
      checkSlot(slot);
      check(queueId > 0, "queue id", queueId);
    }

    @Override
    public RowKey key() {
      return RowNameCodec.key(slot, RowNameCodec.QUEUE, Bytes.EMPTY, queueId);
    }
  }

  /** A deleted queue whose tasks are still to be removed. */
  record Reap(int slot, long queueId) implements RowName {
    public Reap {
      checkSlot(slot);
      check(queueId > 0, "queue id", queueId);
    }

    @Override
    public RowKey key() {
      return RowNameCodec.key(slot, RowNameCodec.REAP, Bytes.EMPTY, queueId);
    }
  }

  /** A task whose lease or delay ends at a time. All of a slot are in the order of that time. */
  record Deadline(int slot, long timeMillis, long queueId, Bytes pid) implements RowName {
    public Deadline {
      checkSlot(slot);
      check(timeMillis >= 0, "time", timeMillis);
      check(queueId > 0, "queue id", queueId);
      check(pid.length() <= PID_BYTES_MAX, "length of a PID", pid.length());
    }

    @Override
    public RowKey key() {
      return RowNameCodec.key(slot, RowNameCodec.DEADLINE, pid, timeMillis, queueId);
    }
  }

  /** An available task. Those of a queue are in the order of their PIDs. */
  record Task(int slot, long queueId, Bytes pid) implements RowName {
    public Task {
      checkSlot(slot);
      check(queueId > 0, "queue id", queueId);
      check(pid.length() <= PID_BYTES_MAX, "length of a PID", pid.length());
    }

    @Override
    public RowKey key() {
      return RowNameCodec.key(slot, RowNameCodec.TASK, pid, queueId);
    }
  }

  /**
   * A task that is leased or delayed. A kind of its own, so that whoever looks for the first
   * available task of a queue never walks over those that aren't.
   */
  record Held(int slot, long queueId, Bytes pid) implements RowName {
    public Held {
      checkSlot(slot);
      check(queueId > 0, "queue id", queueId);
      check(pid.length() <= PID_BYTES_MAX, "length of a PID", pid.length());
    }

    @Override
    public RowKey key() {
      return RowNameCodec.key(slot, RowNameCodec.HELD, pid, queueId);
    }
  }

  /** A task that is leased. Those of a holder are together. */
  record Lease(int slot, Bytes holder, long queueId, Bytes pid) implements RowName {
    public Lease {
      checkSlot(slot);
      check(holder.length() <= HOLDER_BYTES_MAX, "length of a holder", holder.length());
      check(queueId > 0, "queue id", queueId);
      check(pid.length() <= PID_BYTES_MAX, "length of a PID", pid.length());
    }

    @Override
    public RowKey key() {
      return RowNameCodec.leaseKey(slot, holder, queueId, pid);
    }
  }

  /**
   * The name that has this key.
   *
   * @throws IllegalArgumentException if no name has
   */
  static RowName of(RowKey key) {
    return RowNameCodec.parse(key);
  }

  /** Whether two keys are those of tasks of one queue, both available or both not. */
  static boolean areOfOneQueue(RowKey one, RowKey other) {
    return RowNameCodec.areOfOneQueue(one, other);
  }

  /** The slot in a key, whatever else it holds. */
  static int slotOf(RowKey key) {
    return RowNameCodec.slotOf(key);
  }

  private static void checkSlot(int slot) {
    check(slot >= 0 && slot < SLOTS_MAX, "slot", slot);
  }

  private static void check(boolean holds, String what, long value) {
    if (!holds) {
      throw new IllegalArgumentException("not a %s: %d".formatted(what, value));
    }
  }
}
