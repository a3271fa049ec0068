package dev.millrace.stages.control;

/**
 * SEDA's batching controller (§3.4): looks for the smallest batches that keep the rate. Batches get
 * smaller as long as the moving average of the rate doesn't fall, a little larger when it falls a
 * little, and as large as allowed when the rate drops suddenly.
 */
public record SmallestBatch(int eventsMin, int eventsMax) implements BatchRule {
  /** Weight of a sample in the moving average. */
  private static final double WEIGHT = 0.2;

  /** A rate below this part of the average is a sudden drop. */
  private static final double DROP = 0.5;

  /** An average that falls by less than this stays the same. */
  private static final double NOISE = 0.005;

  private static final double SMALLER = 0.9;
  private static final double LARGER = 1.1;

  public SmallestBatch {
    if (eventsMin < 1 || eventsMax < eventsMin) {
      throw new IllegalArgumentException("1 <= eventsMin <= eventsMax doesn't hold");
    }
  }

  @Override
  public BatchSize first() {
    return new BatchSize(eventsMax, 0);
  }

  @Override
  public BatchSize next(BatchSize last, StageSample sample) {
    double before = last.ratePerSecond();
    double rate = sample.rate();
    if (rate < before * DROP) {
      return new BatchSize(eventsMax, rate);
    }
    double average = before == 0 ? rate : before + WEIGHT * (rate - before);
    boolean falls = average < before * (1 - NOISE);
    double events =
        falls ? Math.ceil(last.eventsMax() * LARGER) : Math.floor(last.eventsMax() * SMALLER);
    return new BatchSize((int) Math.clamp(events, eventsMin, eventsMax), average);
  }
}
