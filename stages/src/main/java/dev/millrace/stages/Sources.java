package dev.millrace.stages;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts from where the events of a stage come. Not safe for threads: its owner has a lock. */
final class Sources {
  private final Map<String, long[]> counts = new HashMap<>();

  /** Most often it is the same as last time. */
  private @Nullable String last;

  private long[] lastCount = new long[1];

  void count() {
    String source = CurrentStage.name();
    if (!source.equals(last)) {
      last = source;
      lastCount = counts.computeIfAbsent(source, _ -> new long[1]);
    }
    lastCount[0]++;
  }

  Map<String, Long> all() {
    Map<String, Long> all = new HashMap<>();
    counts.forEach((source, count) -> all.put(source, count[0]));
    return all;
  }
}
