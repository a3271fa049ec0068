package dev.millrace.stages.control;

/** Decides how much may wait at a stage. */
public interface AdmissionRule {
  /**
   * What is admitted until the next sample.
   *
   * @param waitingMax cost of the events that may wait or be in the handler
   * @param oldestNanosMax when an event has waited longer than this, no other is admitted; {@link
   *     Long#MAX_VALUE} for never
   * @param ratePerSecond what the rule takes the stage to be able to do, in cost; 0 for unknown
   */
  record Bound(double waitingMax, long oldestNanosMax, double ratePerSecond) {}

  /** Holds before the first sample. */
  Bound first();

  Bound next(Bound last, StageSample sample);
}
