package dev.millrace.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The segments that hold frames, oldest first, and the trimmed ones that wait to be removed.
 * Guarded by its monitor. The active segment belongs to the journal thread and is never looked
 * into.
 */
final class SegmentIndex {
  private final ArrayDeque<Segment> sealed = new ArrayDeque<>();
  private final List<Segment> trimmed = new ArrayList<>();
  private long activeNumber;

  synchronized void addSealed(Segment segment) {
    sealed.addLast(segment);
  }

  synchronized void activate(long number) {
    activeNumber = number;
  }

  /** Gives up leading segments with no entry above the flushed ticket of its slot. */
  synchronized Optional<Pin> trim(long[] flushedTickets) {
    while (!sealed.isEmpty()) {
      var pin = pin(sealed.getFirst(), flushedTickets);
      if (pin.isPresent()) {
        return pin;
      }
      trimmed.add(sealed.removeFirst());
    }
    return Optional.empty();
  }

  private static Optional<Pin> pin(Segment segment, long[] flushedTickets) {
    for (int slot = 0; slot < segment.tickets().slots(); slot++) {
      long last = segment.tickets().last(slot);
      if (last > flushedTickets[slot]) {
        return Optional.of(new Pin(slot, last, segment.number()));
      }
    }
    return Optional.empty();
  }

  synchronized List<Segment> trimmed() {
    return List.copyOf(trimmed);
  }

  /** Forgets trimmed segments that are gone from the disk. */
  synchronized void removed(Segment segment) {
    trimmed.remove(segment);
  }

  synchronized long firstNumber() {
    return sealed.isEmpty() ? activeNumber : sealed.getFirst().number();
  }

  synchronized int count() {
    return sealed.size() + trimmed.size() + 1;
  }
}
