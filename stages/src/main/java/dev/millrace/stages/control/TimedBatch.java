package dev.millrace.stages.control;

import java.time.Duration;

/**
 * Batches that take about so long, by the measured rate of the stage: what is in a batch can't be
 * overtaken any more.
 *
 * @param costMin of a batch, however slow the stage is
 */
public record TimedBatch(Duration time, int costMin, int eventsMax) implements BatchRule {
  private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  public TimedBatch {
    if (costMin < 1 || eventsMax < costMin || !time.isPositive()) {
      throw new IllegalArgumentException("1 <= costMin <= eventsMax doesn't hold");
    }
  }

  /** Small: what was taken at once from a slow stage would be in its way for long. */
  @Override
  public BatchSize first() {
    double cost = Math.max(costMin, eventsMax / 8.0);
    return new BatchSize(eventsMax, cost, cost / seconds());
  }

  @Override
  public BatchSize next(BatchSize last, StageSample sample) {
    double rate = new ServiceRate(last.ratePerSecond()).next(sample).perSecond();
    return new BatchSize(eventsMax, Math.max(costMin, rate * seconds()), rate);
  }

  private double seconds() {
    return time.toNanos() / NANOS_PER_SECOND;
  }
}
