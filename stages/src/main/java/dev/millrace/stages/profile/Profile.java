package dev.millrace.stages.profile;

import dev.millrace.stages.Observation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Watches stages: whoever has a timer gives it observations. A stage that isn't observed any more
 * is forgotten. Any thread may use it.
 */
public final class Profile {
  private static final int MOMENTS_MAX = 512;

  // Guarded by this.
  private final Map<String, Watched> watched = new HashMap<>();
  private List<Observation> last = List.of();

  private record Watched(Observation observation, long nanos, Series series) {}

  /** Takes what was observed at one time. */
  public synchronized void add(List<Observation> observations, long nowNanos, long heapBytes) {
    Map<String, Watched> now = new HashMap<>();
    for (Observation observation : observations) {
      Watched before = watched.get(observation.stage());
      Series series = before == null ? new Series(MOMENTS_MAX) : before.series;
      if (before != null) {
        series.add(
            Moment.between(before.observation, before.nanos, observation, nowNanos, heapBytes));
      }
      now.put(observation.stage(), new Watched(observation, nowNanos, series));
    }
    watched.clear();
    watched.putAll(now);
    last = List.copyOf(observations);
  }

  /** The graph as it was observed last. */
  public synchronized StageGraph graph() {
    return StageGraph.of(last);
  }

  /** How each stage did, by its name, oldest first. */
  public synchronized Map<String, List<Moment>> series() {
    Map<String, List<Moment>> all = new TreeMap<>();
    watched.forEach((stage, one) -> all.put(stage, one.series.moments()));
    return all;
  }
}
