package dev.millrace.simulation;

import dev.millrace.queue.Pid;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The form of FIFO PIDs; docs/protocol.md, "Names and numbers". */
final class FifoForm {
  private static final Pattern FORM = Pattern.compile("@([0-9a-v]{13})\\.([0-9a-v]{4})");
  private static final BigInteger TICKET_MAX = BigInteger.valueOf(Long.MAX_VALUE);

  private FifoForm() {}

  static Pid of(long ticket, int element) {
    return Pid.of("@" + digits(ticket, 13) + "." + digits(element, 4));
  }

  /** The PID of so many elements later. */
  static Pid after(Pid first, int elements) {
    String text = new String(first.bytes(), StandardCharsets.ISO_8859_1);
    int point = text.indexOf('.');
    int element = Integer.parseInt(text.substring(point + 1), 32) + elements;
    return Pid.of(text.substring(0, point + 1) + digits(element, 4));
  }

  private static String digits(long number, int count) {
    String digits = Long.toString(number, 32);
    return "0".repeat(count - digits.length()) + digits;
  }

  /** The ticket that a PID of this form names, cut to the largest there is; none for other PIDs. */
  static OptionalLong ticketOf(Pid pid) {
    Matcher matcher = FORM.matcher(new String(pid.bytes(), StandardCharsets.ISO_8859_1));
    return matcher.matches()
        ? OptionalLong.of(new BigInteger(matcher.group(1), 32).min(TICKET_MAX).longValueExact())
        : OptionalLong.empty();
  }
}
