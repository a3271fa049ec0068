package dev.millrace.stages.control;

import java.time.Duration;

/**
 * Batches that take about so long, by the measured rate of the stage: what is in a batch can't be
 * overtaken any more.
 */
public record TimedBatch(Duration time, int eventsMin, int eventsMax) implements BatchRule {
  private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  public TimedBatch {
    if (eventsMin < 1 || eventsMax < eventsMin || !time.isPositive()) {
      throw new IllegalArgumentException("1 <= eventsMin <= eventsMax doesn't hold");
    }
  }

  /** Small: what was taken at once from a slow stage would be in its way for long. */
  @Override
  public BatchSize first() {
    int events = Math.max(eventsMin, eventsMax / 8);
    return new BatchSize(events, events / seconds());
  }

  @Override
  public BatchSize next(BatchSize last, StageSample sample) {
    double rate = new ServiceRate(last.ratePerSecond()).next(sample).perSecond();
    long events = Math.round(rate * seconds());
    return new BatchSize(Math.clamp(events, eventsMin, eventsMax), rate);
  }

  private double seconds() {
    return time.toNanos() / NANOS_PER_SECOND;
  }
}
