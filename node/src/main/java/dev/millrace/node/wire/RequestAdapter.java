package dev.millrace.node.wire;

import dev.millrace.api.v1.Witness;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.RequestId;
import dev.millrace.queue.Ticket;
import org.jspecify.annotations.Nullable;

/** What many requests and replies have in common. */
final class RequestAdapter {
  private RequestAdapter() {}

  static @Nullable RequestId id(boolean present, dev.millrace.api.v1.RequestId request) {
    return present
        ? new RequestId(request.getClient(), request.getSequence(), request.getSettled())
        : null;
  }

  static Durability durability(dev.millrace.api.v1.Durability durability) {
    return switch (durability) {
      case DURABILITY_UNSPECIFIED, FSYNC -> Durability.FSYNC;
      case OS -> Durability.OS;
      case UNRECOGNIZED -> throw QueueException.invalid("durability has an unknown number");
    };
  }

  static Witness witness(Answer answer) {
    return Witness.newBuilder()
        .setSlot(answer.slot())
        .setEpoch(Ticket.epochOf(answer.ticket()))
        .setTicket(answer.ticket())
        .build();
  }

  /** A number that may be 0, which means {@code absent}, and not more than {@code max}. */
  static int count(String what, int unsigned, int absent, int max) {
    if (Integer.compareUnsigned(unsigned, max) > 0) {
      throw QueueException.tooLarge(
          "%s is at most %d, not %s", what, max, Integer.toUnsignedString(unsigned));
    }
    return unsigned == 0 ? absent : unsigned;
  }

  static void checkListed(String what, int listed, int max) {
    if (listed > max) {
      throw QueueException.tooLarge("%d %s, at most %d are taken at once", listed, what, max);
    }
  }
}
