package dev.millrace.client;

import java.util.BitSet;

/**
 * Up to which number all calls of a connection have ended, so that nobody will ask for them again.
 *
 * <p>A call that a great many have overtaken counts as ended too: a lease may wait for a day, and
 * the server can't keep the outcomes of all that time.
 */
final class Settlement {
  /** By so many later calls that have ended. */
  static final int OVERTAKEN = 1 << 20;

  /** So many numbers are settled before the room that they took is used again. */
  private static final int ROOM = 4_096;

  /** Calls that have ended, counted from {@link #base}. */
  private BitSet ended = new BitSet();

  private long base = 1;
  private int settled;

  /** The call with this number won't be sent again. */
  void end(long sequence) {
    if (sequence < base) {
      return;
    }
    int place = Math.toIntExact(sequence - base);
    ended.set(place);
    settled = ended.nextClearBit(Math.max(settled, place - OVERTAKEN));
    if (settled >= ROOM) {
      ended = ended.get(settled, Math.max(settled, ended.length()));
      base += settled;
      settled = 0;
    }
  }

  /** All calls up to this number have ended, or were overtaken; 0 when the first has not. */
  long upTo() {
    return base + settled - 1;
  }
}
