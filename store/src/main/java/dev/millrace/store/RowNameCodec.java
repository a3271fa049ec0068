package dev.millrace.store;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Names of rows as keys: slot (2 bytes), kind (1), numbers (8 each), and one run of bytes last. A
 * run that isn't the last has its length (2) before it.
 */
final class RowNameCodec {
  static final byte TICKET = 0;
  static final byte META = 1;
  static final byte POLICIES = 2;
  static final byte REQUEST = 3;
  static final byte CLIENT = 4;
  static final byte QUEUE = 5;
  static final byte REAP = 6;
  static final byte DEADLINE = 7;
  static final byte TASK = 8;
  static final byte HELD = 9;
  static final byte LEASE = 10;

  private static final int SLOT_BYTES = 2;
  private static final int KIND_BYTES = 1;

  private RowNameCodec() {}

  /** Big-endian and not negative, so that the bytes are ordered as the numbers are. */
  static RowKey key(int slot, byte kind, Bytes tail, long... numbers) {
    var bytes =
        ByteBuffer.allocate(SLOT_BYTES + KIND_BYTES + numbers.length * Long.BYTES + tail.length())
            .putShort((short) slot)
            .put(kind);
    for (long number : numbers) {
      bytes.putLong(number);
    }
    return RowKey.of(bytes.put(tail.array()).array());
  }

  /** With the length before the holder, none is the beginning of another. */
  static RowKey leasePrefix(int slot, Bytes holder) {
    return key(slot, LEASE, withLength(holder));
  }

  static RowKey leaseKey(int slot, Bytes holder, long queueId, Bytes pid) {
    var tail =
        ByteBuffer.allocate(Short.BYTES + holder.length() + Long.BYTES + pid.length())
            .put(withLength(holder).array())
            .putLong(queueId)
            .put(pid.array());
    return key(slot, LEASE, Bytes.of(tail.array()));
  }

  private static Bytes withLength(Bytes run) {
    return Bytes.of(
        ByteBuffer.allocate(Short.BYTES + run.length())
            .putShort((short) run.length())
            .put(run.array())
            .array());
  }

  static RowKey slotPrefix(int slot) {
    return RowKey.of(ByteBuffer.allocate(SLOT_BYTES).putShort((short) slot).array());
  }

  static int slotOf(RowKey key) {
    byte[] bytes = key.bytes();
    if (bytes.length < SLOT_BYTES) {
      throw new IllegalArgumentException("a key that ends too early: " + key);
    }
    return (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
  }

  /** Ordered as the keys are; those of a kind are in one run. */
  static int slotAndKindOf(RowKey key) {
    int kind = key.length() > SLOT_BYTES ? key.bytes()[SLOT_BYTES] & 0xff : TICKET;
    return slotOf(key) << Byte.SIZE | kind;
  }

  /** Whether a key is that of a ticket, or below all others of its slot. */
  static boolean isTicket(RowKey key) {
    return key.length() <= SLOT_BYTES || key.bytes()[SLOT_BYTES] == TICKET;
  }

  static boolean areOfOneQueue(RowKey one, RowKey other) {
    byte[] bytes = one.bytes();
    int head = SLOT_BYTES + KIND_BYTES + Long.BYTES;
    return Math.min(bytes.length, other.length()) >= head
        && (bytes[SLOT_BYTES] == TASK || bytes[SLOT_BYTES] == HELD)
        && Arrays.equals(bytes, 0, head, other.bytes(), 0, head);
  }

  static RowName parse(RowKey key) {
    try {
      var bytes = ByteBuffer.wrap(key.bytes());
      var name = parse(bytes.getShort() & 0xffff, bytes.get(), bytes);
      if (bytes.hasRemaining()) {
        throw new IllegalArgumentException("a key with bytes left over: " + key);
      }
      return name;
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a key that ends too early: " + key, e);
    }
  }

  private static RowName parse(int slot, byte kind, ByteBuffer rest) {
    return switch (kind) {
      case TICKET -> new RowName.Ticket(slot);
      case META -> new RowName.Meta(slot);
      case POLICIES -> new RowName.Policies(slot);
      case REQUEST -> new RowName.Request(slot, rest.getLong());
      case CLIENT -> new RowName.Client(slot, tail(rest));
      case QUEUE -> new RowName.Queue(slot, rest.getLong());
      case REAP -> new RowName.Reap(slot, rest.getLong());
      case DEADLINE -> new RowName.Deadline(slot, rest.getLong(), rest.getLong(), tail(rest));
      case TASK -> new RowName.Task(slot, rest.getLong(), tail(rest));
      case HELD -> new RowName.Held(slot, rest.getLong(), tail(rest));
      case LEASE -> new RowName.Lease(slot, run(rest), rest.getLong(), tail(rest));
      default -> throw new IllegalArgumentException("no row is of kind " + kind);
    };
  }

  private static Bytes run(ByteBuffer rest) {
    return take(rest, rest.getShort() & 0xffff);
  }

  private static Bytes tail(ByteBuffer rest) {
    return take(rest, rest.remaining());
  }

  private static Bytes take(ByteBuffer rest, int length) {
    if (length > rest.remaining()) {
      throw new BufferUnderflowException();
    }
    var taken = new byte[length];
    rest.get(taken);
    return Bytes.of(taken);
  }
}
