package dev.millrace.stages.control;

/** Decides how many events the handler of a stage gets at once. */
public interface BatchRule {
  /**
   * The size of batches until the next sample.
   *
   * @param costMax no event is added to a batch that costs this much
   * @param ratePerSecond what the rule remembers of the rate of the stage; 0 for nothing
   */
  record BatchSize(int eventsMax, double costMax, double ratePerSecond) {
    /** Bounded by number only. */
    BatchSize(int eventsMax, double ratePerSecond) {
      this(eventsMax, Double.POSITIVE_INFINITY, ratePerSecond);
    }
  }

  /** Holds before the first sample. */
  BatchSize first();

  BatchSize next(BatchSize last, StageSample sample);
}
