package dev.millrace.node.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.queue.QueueException;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.QueueOrder;
import dev.millrace.queue.QueueOrder.By;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;

/**
 * The place where a listing goes on: the last queue of the page before, and the order that it was
 * listed in. Opaque to the caller.
 */
final class PageToken {
  private static final byte VERSION = 1;

  /** Version, order, number, length of the group. */
  private static final int HEAD_BYTES = 1 + 2 + Long.BYTES + Short.BYTES;

  private static final int BYTES_MAX = HEAD_BYTES + 2 * QueueName.BYTES_MAX;

  private PageToken() {}

  static String encode(QueueOrder order, QueueOrder.Key last) {
    byte[] group = last.queue().group().getBytes(UTF_8);
    byte[] name = last.queue().name().getBytes(UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(HEAD_BYTES + group.length + name.length)
            .put(VERSION)
            .put(number(order.by()))
            .put((byte) (order.descending() ? 1 : 0))
            .putLong(last.number())
            .putShort((short) group.length)
            .put(group)
            .put(name);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  private static byte number(By by) {
    return switch (by) {
      case NAME -> 0;
      case TASKS -> 1;
      case AVAILABLE -> 2;
      case LEASED -> 3;
      case DELAYED -> 4;
      case HEAD_AGE -> 5;
      case ENQUEUED -> 6;
      case DEQUEUED -> 7;
      case LEASE_TIME -> 8;
    };
  }

  /** The place that the token names; refused unless it was made for this order. */
  static QueueOrder.Key decode(QueueOrder order, String token) {
    try {
      if (token.length() <= Math.ceilDiv(BYTES_MAX * 4, 3)) {
        QueueOrder.Key last = parse(ByteBuffer.wrap(Base64.getUrlDecoder().decode(token)));
        // Covers version, order, bad text and stray bytes at once.
        if (encode(order, last).equals(token)) {
          return last;
        }
      }
    } catch (IllegalArgumentException | BufferUnderflowException | QueueException e) {
      // Not ours, or cut: refused below like any other.
    }
    throw QueueException.invalid("the page token doesn't belong to this listing");
  }

  private static QueueOrder.Key parse(ByteBuffer bytes) {
    bytes.position(HEAD_BYTES - Long.BYTES - Short.BYTES);
    long number = bytes.getLong();
    byte[] group = new byte[Short.toUnsignedInt(bytes.getShort())];
    bytes.get(group);
    byte[] name = new byte[bytes.remaining()];
    bytes.get(name);
    return new QueueOrder.Key(
        number, new QueueName(new String(group, UTF_8), new String(name, UTF_8)));
  }
}
