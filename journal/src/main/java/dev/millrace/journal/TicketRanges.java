package dev.millrace.journal;

import java.util.Map;
import java.util.TreeMap;

/** For each slot, the first and the last ticket seen; 0 if none. */
final class TicketRanges {
  private final long[] first;
  private final long[] last;

  TicketRanges(int slots) {
    this.first = new long[slots];
    this.last = new long[slots];
  }

  boolean accepts(Entry entry) {
    return entry.slot() < last.length && entry.firstTicket() > last[entry.slot()];
  }

  void add(Entry entry) {
    int slot = entry.slot();
    if (first[slot] == 0) {
      first[slot] = entry.firstTicket();
    }
    last[slot] = entry.lastTicket();
  }

  int slots() {
    return last.length;
  }

  long first(int slot) {
    return first[slot];
  }

  long last(int slot) {
    return last[slot];
  }

  Map<Integer, Long> lastBySlot() {
    var map = new TreeMap<Integer, Long>();
    for (int slot = 0; slot < last.length; slot++) {
      if (last[slot] > 0) {
        map.put(slot, last[slot]);
      }
    }
    return map;
  }
}
