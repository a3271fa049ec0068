package dev.millrace.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects damages, and for each the tickets that are still readable behind it. */
final class DamageLog {
  private record Open(
      String file,
      long offset,
      String what,
      Map<Integer, Long> lastGood,
      TreeMap<Integer, Long> behind) {}

  private final List<Open> found = new ArrayList<>();

  void add(String file, long offset, String what, Map<Integer, Long> lastGood) {
    found.add(new Open(file, offset, what, lastGood, new TreeMap<>()));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  void addBehind(Entry entry) {
    if (!found.isEmpty()) {
      found.getLast().behind.putIfAbsent(entry.slot(), entry.firstTicket());
    }
  }

  List<Damage> damages() {
    return found.stream()
        .map(one -> new Damage(one.file, one.offset, one.what, one.lastGood, one.behind))
        .toList();
  }
}
