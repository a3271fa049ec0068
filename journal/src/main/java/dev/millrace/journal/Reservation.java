package dev.millrace.journal;

import org.jspecify.annotations.Nullable;

/**
 * Room for one entry. It is filled with the entry and then written, or released; it goes from the
 * thread that executes to the one that writes, and is used by one of them at a time.
 */
public final class Reservation {
  private final Space space;
  private int charge;
  private @Nullable Entry entry;
  private boolean settled;

  Reservation(Space space, int charge) {
    this.space = space;
    this.charge = charge;
  }

  /** Sets the entry, whose payload may be smaller than reserved; gives back the difference. */
  public void fill(Entry newEntry) {
    Invariant.check(entry == null && !settled, "a reservation is filled twice");
    int needed = Space.charge(newEntry.payload().length());
    Invariant.check(needed <= charge, "an entry is larger than its reservation");
    if (needed < charge) {
      space.shrink(charge, needed);
      charge = needed;
    }
    entry = newEntry;
  }

  /** Gives the room back: nothing will be written. Does nothing if it was given back or written. */
  public void release() {
    if (!settled) {
      settled = true;
      space.release(charge);
    }
  }

  Entry entry() {
    var filled = entry;
    if (filled == null || settled) {
      throw new InvariantViolation("a reservation is written empty or twice");
    }
    return filled;
  }

  int charge() {
    return charge;
  }

  void settle() {
    settled = true;
  }
}
