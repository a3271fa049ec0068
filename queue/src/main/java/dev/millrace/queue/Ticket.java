package dev.millrace.queue;

/**
 * Ticket numbers: the opening of the slot in the high bits, a count in the low ones, so that no
 * opening repeats one.
 */
public final class Ticket {
  private static final int COUNT_BITS = 40;

  private Ticket() {}

  /**
   * The number before the first ticket of an opening that comes after {@code lastTicket} was given.
   */
  public static long before(long incarnation, long lastTicket) {
    long reached = lastTicket >>> COUNT_BITS;
    // Beyond its incarnation's block, an earlier opening may have lost tickets in the block after
    // the last one too.
    long epoch = reached < incarnation ? incarnation : reached + 2;
    return epoch << COUNT_BITS;
  }

  /**
   * Whether nothing need have been between two tickets of a slot: an opening counts its tickets
   * from 1 without a gap.
   */
  public static boolean mayFollow(long ticket, long earlier) {
    return ticket <= earlier + 1
        || (epochOf(ticket) != epochOf(earlier) && (ticket & ((1L << COUNT_BITS) - 1)) == 1);
  }

  public static long epochOf(long ticket) {
    return ticket >>> COUNT_BITS;
  }
}
