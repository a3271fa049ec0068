package dev.millrace.stages;

import java.util.Map;

/**
 * A stage at a moment. Counts and sums are since its start.
 *
 * @param queueLength events that wait
 * @param queueMax how many may wait; 0 for a stage without a queue
 * @param batches calls of the handler
 * @param events handled, or being handled
 * @param refused events that were not taken
 * @param handlers threads in the handler
 * @param batchMax events that the handler gets at once at most
 * @param waitedNanos what all events waited together
 * @param handledNanos what the handler took
 * @param delay90Nanos waited at most by nine of ten events, in the last sample
 * @param waitingMax what admission lets wait, in cost
 * @param sources events by the stage that offered them; {@link #OUTSIDE} for a thread of none
 */
public record Observation(
    String stage,
    int queueLength,
    int queueMax,
    long batches,
    long events,
    long refused,
    int handlers,
    int batchMax,
    double waitedNanos,
    double handledNanos,
    long delay90Nanos,
    double waitingMax,
    Map<String, Long> sources) {
  /** Where events come from that no stage has offered. */
  public static final String OUTSIDE = "";

  public Observation {
    sources = Map.copyOf(sources);
  }
}
