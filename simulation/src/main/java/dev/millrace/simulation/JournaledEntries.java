package dev.millrace.simulation;

import dev.millrace.journal.Bytes;
import dev.millrace.journal.Entry;
import dev.millrace.queue.StepCodec;
import dev.millrace.queue.StepCodec.Journaled;
import dev.millrace.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What a recovery finds in the journal, or what a seeded bug makes of it. */
final class JournaledEntries {
  private final Seams seams;
  private final Store store;
  private final List<Entry> found = new ArrayList<>();

  /**
   * Nothing yet.
   *
   * @param store what is in it is of no interest to the recovery
   */
  JournaledEntries(Seams seams, Store store) {
    this.seams = seams;
    this.store = store;
  }

  void add(Entry entry) {
    found.add(entry);
  }

  /** Whether there is something of a slot that the store doesn't have. */
  boolean isBeyondStore() {
    return found.stream()
        .anyMatch(
            entry ->
                store.appliedTicket(entry.slot()) > 0
                    && entry.lastTicket() > store.appliedTicket(entry.slot()));
  }

  List<Entry> entries() {
    if (seams.equals(Seams.NONE)) {
      return found;
    }
    var bySlot = new TreeMap<Integer, List<Journaled>>();
    for (Entry entry : found) {
      for (Journaled step : StepCodec.decode(entry.payload().toByteArray())) {
        if (step.ticket() > store.appliedTicket(entry.slot())) {
          bySlot.computeIfAbsent(entry.slot(), _ -> new ArrayList<>()).add(step);
        }
      }
    }
    var entries = new ArrayList<Entry>();
    bySlot.forEach(
        (slot, steps) -> {
          for (Journaled step : seams.journaled(steps)) {
            byte[] bytes =
                StepCodec.encode(step.ticket(), step.timeMillis(), step.changes()).bytes();
            entries.add(new Entry(slot, step.ticket(), Bytes.wrap(bytes)));
          }
        });
    return entries;
  }
}
