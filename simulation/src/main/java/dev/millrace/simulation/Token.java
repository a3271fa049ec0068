package dev.millrace.simulation;

import dev.millrace.queue.Payload;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * A number in the data of each task that is enqueued, by which it is known for ever. The rest of
 * the data and its trace follow from the number, so that a changed byte shows, and a lost trace.
 */
final class Token {
  private static final char BATON = 'B';
  private static final char ORDINARY = 't';

  private Token() {}

  static Payload data(long token) {
    return Payload.of(ORDINARY + Long.toString(token) + ":" + "x".repeat(padding(token)))
        .traced(trace(token));
  }

  /** A third of the tasks have one. */
  private static String trace(long token) {
    return token % 3 == 0 ? "trace of " + token : "";
  }

  static Payload baton(int number) {
    return Payload.of(BATON + Integer.toString(number));
  }

  private static int padding(long token) {
    return (int) (token * 7 % 5 == 0 ? token * 13 % 50 : 0);
  }

  static boolean isBaton(Payload data) {
    return data.length() > 0 && data.bytes()[0] == BATON;
  }

  /** The token in the data; none when it is empty or a baton. */
  static OptionalLong of(Payload data) {
    if (data.length() == 0 || isBaton(data)) {
      return OptionalLong.empty();
    }
    String text = new String(data.bytes(), StandardCharsets.UTF_8);
    int colon = text.indexOf(':');
    if (text.charAt(0) != ORDINARY || colon < 2) {
      throw new Violation("D2", "this is nobody's data: " + text);
    }
    try {
      long token = Long.parseLong(text, 1, colon, 10);
      if (data.equals(data(token))) {
        return OptionalLong.of(token);
      }
    } catch (NumberFormatException _) {
      // Falls through: the number is damaged.
    }
    throw new Violation("D2", "this isn't what was enqueued: " + text);
  }
}
