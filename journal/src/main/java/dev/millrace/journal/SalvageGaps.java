package dev.millrace.journal;

import dev.millrace.journal.SalvageReport.Between;
import dev.millrace.journal.SalvageReport.Gap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects the gaps of a damaged journal, and for each the tickets around it. */
final class SalvageGaps {
  private record Open(
      String file,
      long offset,
      long missingFrames,
      Map<Integer, Long> lastBefore,
      TreeMap<Integer, Long> firstBehind) {}

  private final List<Open> found = new ArrayList<>();
  private final TreeMap<Integer, Long> last = new TreeMap<>();

  /** Whether the tickets of the entry come after all others of its slot. */
  boolean accepts(Entry entry) {
    return entry.firstTicket() > last.getOrDefault(entry.slot(), 0L);
  }

  void add(Entry entry) {
    if (!found.isEmpty()) {
      found.getLast().firstBehind.putIfAbsent(entry.slot(), entry.firstTicket());
    }
    last.put(entry.slot(), entry.lastTicket());
  }

  void open(String file, long offset, long missingFrames) {
    found.add(new Open(file, offset, missingFrames, new TreeMap<>(last), new TreeMap<>()));
  }

  List<Gap> gaps() {
    return found.stream().map(this::gap).toList();
  }

  private Gap gap(Open open) {
    var slots = new TreeMap<Integer, Between>();
    for (int slot : last.keySet()) {
      long after = open.lastBefore.getOrDefault(slot, 0L);
      long before = open.firstBehind.getOrDefault(slot, Long.MAX_VALUE);
      if (before - 1 > after) {
        slots.put(slot, new Between(after, before));
      }
    }
    return new Gap(open.file, open.offset, open.missingFrames, slots);
  }
}
