package dev.millrace.journal;

import dev.millrace.journal.ReserveResult.Granted;
import dev.millrace.journal.ReserveResult.Reason;
import dev.millrace.journal.ReserveResult.Refused;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The room in the active segment and the spares, and what of it is promised to reservations.
 * Guarded by its monitor, which is never held during I/O.
 *
 * <p><b>Why a granted reservation can always be written.</b> An entry is charged the size of a
 * frame that holds nothing else; frames with several entries only need less. A segment is left only
 * when the next entry's charge doesn't fit, so it wastes less than the largest charge, and the last
 * one wastes nothing. Let R be the sum of all charges and M the largest one (or more). If R is at
 * most the room of the last segment plus, for each one before it, its room above M, then the
 * entries fit in whatever order they come. Granting keeps that true by checking it; writing,
 * leaving a segment, adding a spare and releasing keep it true by arithmetic.
 */
final class Space {
  private final JournalConfig config;
  private final ArrayDeque<SpareSegment> spares = new ArrayDeque<>();
  private final SizeCounts charges = new SizeCounts();
  private long chargedBytes;
  private long activeRoomBytes;
  private long halfOfActiveBytes;
  private boolean growthOpen = true;
  private boolean full;

  Space(JournalConfig config) {
    this.config = config;
  }

  synchronized void activate(SpareSegment segment) {
    activeRoomBytes = segment.roomBytes();
    halfOfActiveBytes = segment.roomBytes() / 2;
  }

  synchronized ReserveResult reserve(int payloadBytes, Purpose purpose) {
    int charge = charge(payloadBytes);
    long limit =
        switch (purpose) {
          case GROWTH -> promisableToGrowth(charge);
          case COMPLETION -> promisable(spares.size(), charge);
        };
    if (chargedBytes + charge > limit) {
      return new Refused(isFull() ? Reason.DISK_FULL : Reason.PREPARING);
    }
    charges.add(charge);
    chargedBytes += charge;
    return new Granted(new Reservation(this, charge));
  }

  static int charge(int payloadBytes) {
    return FrameHeader.frameBytes(Entry.OVERHEAD_BYTES + payloadBytes);
  }

  /** All but the last spare; while that is still being made, all but half of a segment. */
  private long promisableToGrowth(int charge) {
    if (!growthOpen || (spares.isEmpty() && full)) {
      return 0;
    }
    return spares.isEmpty()
        ? activeRoomBytes - halfOfActiveBytes
        : promisable(spares.size() - 1, charge);
  }

  private long promisable(int usableSpares, int charge) {
    if (usableSpares == 0) {
      return activeRoomBytes;
    }
    long largest = Math.min(charges.largestWith(charge), config.frameBytesMax());
    long waste = largest - FrameHeader.ALIGNMENT;
    long room = config.roomBytes();
    return room + (usableSpares - 1) * (room - waste) + Math.max(0, activeRoomBytes - waste);
  }

  synchronized void shrink(int fromCharge, int toCharge) {
    release(fromCharge);
    charges.add(toCharge);
    chargedBytes += toCharge;
  }

  synchronized void release(int charge) {
    charges.remove(charge);
    chargedBytes -= charge;
  }

  /** Takes the room of a frame, in exchange for the charges of its entries. */
  synchronized void wrote(int frameBytes, List<Reservation> written) {
    activeRoomBytes -= frameBytes;
    Invariant.check(activeRoomBytes >= 0, "a frame is larger than the room in its segment");
    for (var reservation : written) {
      release(reservation.charge());
    }
  }

  synchronized long activeRoomBytes() {
    return activeRoomBytes;
  }

  /** Leaves the active segment for the oldest spare. */
  synchronized SpareSegment takeSpare() {
    Invariant.check(!spares.isEmpty(), "an entry was written without room reserved for it");
    var spare = spares.removeFirst();
    activate(spare);
    return spare;
  }

  synchronized void addSpare(SpareSegment spare) {
    spares.addLast(spare);
    full = false;
  }

  /** No more spares can be made for now. */
  synchronized void becameFull() {
    full = true;
  }

  synchronized void openForGrowth(boolean open) {
    growthOpen = open;
  }

  synchronized int missingSpares() {
    return Math.max(0, config.spareSegments() - spares.size());
  }

  synchronized List<SpareSegment> spares() {
    return List.copyOf(spares);
  }

  synchronized long chargedBytes() {
    return chargedBytes;
  }

  synchronized boolean isFull() {
    return full || !growthOpen;
  }
}
