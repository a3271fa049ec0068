package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** What a journal was told over several lives, and so what it may show after each of them. */
final class History {
  private List<Entry> written = new ArrayList<>();
  private int synced;
  private int trimmed;
  private long lastIncarnation;
  private long lastTicket;

  Entry next(int slot, int bytes) {
    return Journals.entry(slot, ++lastTicket, bytes);
  }

  void writing(Entry entry) {
    written.add(entry);
  }

  /** The last few entries were left for a later frame. */
  void unwrite(int count) {
    written = new ArrayList<>(written.subList(0, written.size() - count));
  }

  void synced() {
    synced = written.size();
  }

  long lastTicket() {
    return lastTicket;
  }

  /** Gives up all synced entries but the last few; the flushed tickets that say so. */
  long[] trimAllBut(int kept) {
    trimmed = Math.max(trimmed, synced - kept);
    var flushed = new long[Journals.SLOTS];
    for (var entry : written.subList(0, trimmed)) {
      flushed[entry.slot()] = entry.lastTicket();
    }
    return flushed;
  }

  /**
   * Checks what an opening has shown: everything that was synced and not trimmed, byte by byte and
   * in order; nothing that wasn't written; no gap.
   */
  void reopened(SegmentJournal journal, List<Entry> recovered) {
    assertThat(journal.incarnation()).as("incarnation").isGreaterThan(lastIncarnation);
    lastIncarnation = journal.incarnation();
    int start = recovered.isEmpty() ? written.size() : written.indexOf(recovered.getFirst());
    if (recovered.isEmpty()) {
      assertThat(trimmed).as("all that was synced is trimmed").isGreaterThanOrEqualTo(synced);
      start = Math.min(synced, written.size());
    }
    assertThat(start).as("first recovered entry was written").isGreaterThanOrEqualTo(0);
    assertThat(start).as("lost before the first recovered entry").isLessThanOrEqualTo(trimmed);
    int end = start + recovered.size();
    assertThat(end).as("synced entries").isGreaterThanOrEqualTo(synced);
    assertThat(recovered).isEqualTo(written.subList(start, end));
    written = new ArrayList<>(written.subList(0, end));
    synced = end;
  }
}
