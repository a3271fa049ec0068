package dev.millrace.journal;

import java.util.Map;
import java.util.TreeMap;

/**
 * One place where the journal isn't what was written.
 *
 * @param file the file it was seen in
 * @param offset where in the file
 * @param what what is wrong there
 * @param lastGoodTickets of each slot with entries before this place, the last ticket before it
 * @param ticketsBehind of each slot with readable entries behind this place, the first ticket
 *     behind
 */
public record Damage(
    String file,
    long offset,
    String what,
    Map<Integer, Long> lastGoodTickets,
    Map<Integer, Long> ticketsBehind) {
  public Damage {
    lastGoodTickets = Map.copyOf(lastGoodTickets);
    ticketsBehind = Map.copyOf(ticketsBehind);
  }

  @Override
  public String toString() {
    return "%s at byte %d: %s; last good ticket by slot %s, first readable ticket behind by slot %s"
        .formatted(
            file, offset, what, new TreeMap<>(lastGoodTickets), new TreeMap<>(ticketsBehind));
  }
}
