package dev.millrace.line;

import java.util.Arrays;

/**
 * A frame that has arrived. Its body belongs to whoever gets it, until it is given to {@link
 * Bodies}.
 *
 * @param array begins with the body; what is behind that means nothing
 * @param length of the body
 */
@SuppressWarnings("ArrayRecordComponent")
public record Frame(Line.Kind kind, byte[] array, int length) {
  /** Nothing but the body. */
  public byte[] body() {
    return array.length == length ? array : Arrays.copyOf(array, length);
  }
}
