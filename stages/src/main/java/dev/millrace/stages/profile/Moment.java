package dev.millrace.stages.profile;

import dev.millrace.stages.Observation;

/**
 * How a stage did between two observations.
 *
 * @param nanos when it ended
 * @param queueLength at the end
 * @param batchSize events per call of the handler, in the mean
 * @param handlers threads in the handler, at the end
 * @param serviceNanos what the handler took per event, in the mean
 * @param delayNanos what an event waited, in the mean
 * @param heapBytes memory of the whole process, at the end
 */
public record Moment(
    long nanos,
    int queueLength,
    double batchSize,
    int handlers,
    double perSecond,
    double refusedPerSecond,
    double serviceNanos,
    double delayNanos,
    long heapBytes) {
  private static final double NANOS_PER_SECOND = 1e9;

  static Moment between(
      Observation before, long beforeNanos, Observation now, long nowNanos, long heapBytes) {
    double seconds = (double) (nowNanos - beforeNanos) / NANOS_PER_SECOND;
    double events = (double) (now.events() - before.events());
    double batches = (double) (now.batches() - before.batches());
    double refused = (double) (now.refused() - before.refused());
    return new Moment(
        nowNanos,
        now.queueLength(),
        mean(events, batches),
        now.handlers(),
        mean(events, seconds),
        mean(refused, seconds),
        mean(now.handledNanos() - before.handledNanos(), events),
        mean(now.waitedNanos() - before.waitedNanos(), events),
        heapBytes);
  }

  private static double mean(double sum, double count) {
    return count <= 0 ? 0 : sum / count;
  }

  /** Two moments in a row as one. */
  Moment and(Moment next) {
    return new Moment(
        next.nanos,
        Math.max(queueLength, next.queueLength),
        (batchSize + next.batchSize) / 2,
        Math.max(handlers, next.handlers),
        (perSecond + next.perSecond) / 2,
        (refusedPerSecond + next.refusedPerSecond) / 2,
        (serviceNanos + next.serviceNanos) / 2,
        (delayNanos + next.delayNanos) / 2,
        Math.max(heapBytes, next.heapBytes));
  }
}
