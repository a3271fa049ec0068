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

  public static long epochOf(long ticket) {
    return ticket >>> COUNT_BITS;
  }
}
