package dev.millrace.line;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Arrays for the bodies of long frames, used again. One that was read a moment ago is in the
 * processor's cache; a new one is cold, and one more for the collector. Any thread may use it.
 */
public final class Bodies {
  /** Shorter ones cost too little, */
  static final int BYTES_MIN = 16 << 10;

  /** and longer ones are too rare. */
  static final int BYTES_MAX = 512 << 10;

  private final int keptBytesMax;

  /** The last one given back first. */
  private final Deque<byte[]> kept = new ArrayDeque<>();

  private int keptBytes;

  /**
   * @param keptBytesMax so much is kept for those who come; 0 for nothing
   */
  public Bodies(int keptBytesMax) {
    this.keptBytesMax = keptBytesMax;
  }

  /** An array for a body of this length, perhaps longer, and with anything in it. */
  byte[] take(int length) {
    if (length < BYTES_MIN || length > BYTES_MAX || keptBytesMax == 0) {
      return new byte[length];
    }
    byte[] used = takeKept(length);
    return used == null ? new byte[sizeFor(length)] : used;
  }

  private synchronized byte @Nullable [] takeKept(int length) {
    for (Iterator<byte[]> each = kept.iterator(); each.hasNext(); ) {
      byte[] array = each.next();
      if (array.length >= length) {
        each.remove();
        keptBytes -= array.length;
        return array;
      }
    }
    return null;
  }

  /** A power of two, so that bodies of about the same length can take each other's place. */
  private static int sizeFor(int length) {
    return Integer.highestOneBit(length - 1) << 1;
  }

  /** Nobody looks at the frame's body any more; it may come again with another one's. */
  public void give(Frame frame) {
    byte[] array = frame.array();
    boolean isOurs =
        array.length >= BYTES_MIN
            && array.length <= BYTES_MAX
            && array.length == sizeFor(array.length);
    if (isOurs && keptBytesMax > 0) {
      // Who reads on in spite of it shall be found by tests.
      assert spoil(array);
      keep(array);
    }
  }

  private static boolean spoil(byte[] array) {
    Arrays.fill(array, (byte) 0xdb);
    return true;
  }

  private synchronized void keep(byte[] array) {
    if (keptBytes + array.length <= keptBytesMax) {
      kept.addFirst(array);
      keptBytes += array.length;
    }
  }
}
