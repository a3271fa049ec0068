package dev.millrace.stages.control;

/** Batches of all that waits, up to a number. */
public record FixedBatch(int eventsMax) implements BatchRule {
  public FixedBatch {
    if (eventsMax < 1) {
      throw new IllegalArgumentException("a batch has at least one event");
    }
  }

  @Override
  public BatchSize first() {
    return new BatchSize(eventsMax, 0);
  }

  @Override
  public BatchSize next(BatchSize last, StageSample sample) {
    return last;
  }
}
