package dev.millrace.stages;

/**
 * A stage at a moment. Counts are since its start.
 *
 * @param queueLength events that wait
 * @param queueMax how many may wait; 0 for a stage without a queue
 * @param batches calls of the handler
 * @param events handled, or being handled
 * @param refused events that were not taken
 */
public record Observation(
    String stage, int queueLength, int queueMax, long batches, long events, long refused) {}
