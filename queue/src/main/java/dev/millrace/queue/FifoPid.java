package dev.millrace.queue;

import java.nio.charset.StandardCharsets;

/**
 * The PIDs that the server gives: {@code @}, 13 digits of the ticket, {@code .}, 4 digits of the
 * element, in base 32.
 *
 * <p>Both numbers have a fixed width and digits in the order of their bytes, so that the order of
 * PIDs is that of tickets.
 */
public final class FifoPid {
  /** How many a ticket can give. */
  public static final int PER_TICKET = 1 << 20;

  private static final byte[] DIGITS =
      "0123456789abcdefghijklmnopqrstuv".getBytes(StandardCharsets.US_ASCII);
  private static final int TICKET_DIGITS = 13;
  private static final int INDEX_DIGITS = 4;
  private static final int POINT_AT = 1 + TICKET_DIGITS;
  private static final int LENGTH = POINT_AT + 1 + INDEX_DIGITS;

  private FifoPid() {}

  /**
   * The PID of an element.
   *
   * @param index below {@link #PER_TICKET}
   */
  public static Pid of(long ticket, int index) {
    byte[] bytes = new byte[LENGTH];
    bytes[0] = '@';
    writeDigits(bytes, 1, TICKET_DIGITS, ticket);
    bytes[POINT_AT] = '.';
    writeDigits(bytes, POINT_AT + 1, INDEX_DIGITS, index);
    return Pid.of(bytes);
  }

  private static void writeDigits(byte[] bytes, int start, int count, long number) {
    long rest = number;
    for (int i = start + count - 1; i >= start; i--) {
      bytes[i] = DIGITS[(int) (rest & 31)];
      rest >>>= 5;
    }
  }

  /**
   * Whether the PID has the form of one that the slot may still give, having given tickets up to
   * {@code lastTicket}.
   */
  public static boolean isReserved(Pid pid, long lastTicket) {
    byte[] bytes = pid.bytes();
    if (bytes.length != LENGTH || bytes[0] != '@' || bytes[POINT_AT] != '.') {
      return false;
    }
    for (int i = POINT_AT + 1; i < LENGTH; i++) {
      if (digit(bytes[i]) < 0) {
        return false;
      }
    }
    return ticketOf(bytes) > lastTicket;
  }

  /** The ticket in the bytes, or -1 when it isn't one. */
  private static long ticketOf(byte[] bytes) {
    long ticket = 0;
    for (int i = 1; i < POINT_AT; i++) {
      int digit = digit(bytes[i]);
      if (digit < 0 || ticket > Long.MAX_VALUE >>> 5) {
        return -1;
      }
      ticket = ticket << 5 | digit;
    }
    return ticket;
  }

  private static int digit(byte b) {
    if (b >= '0' && b <= '9') {
      return b - '0';
    }
    return b >= 'a' && b <= 'v' ? b - 'a' + 10 : -1;
  }
}
