package dev.millrace.stages.control;

import java.time.Duration;

/**
 * Admits what can be served in time: as much as the stage, by its measured rate, does in {@code
 * delayMax}. So a burst can't hide behind a long queue, and a queue that is served fast may be
 * long. A stage that stands still is caught by the age of what waits, before its rate shows it.
 *
 * @param delayMax how long what waits may take
 * @param ageMax when something has waited longer than this, nothing is admitted behind it
 * @param waitingMin admitted however slow the stage is
 * @param waitingFirst admitted before anything was measured
 */
public record DelayBound(Duration delayMax, Duration ageMax, int waitingMin, int waitingFirst)
    implements AdmissionRule {
  private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  public DelayBound {
    if (!delayMax.isPositive() || ageMax.compareTo(delayMax) < 0) {
      throw new IllegalArgumentException("0 < delayMax <= ageMax doesn't hold");
    }
    if (waitingMin < 1 || waitingFirst < waitingMin) {
      throw new IllegalArgumentException("1 <= waitingMin <= waitingFirst doesn't hold");
    }
  }

  @Override
  public Bound first() {
    return bound(waitingFirst / seconds());
  }

  @Override
  public Bound next(Bound last, StageSample sample) {
    return bound(new ServiceRate(last.ratePerSecond()).next(sample).perSecond());
  }

  private Bound bound(double ratePerSecond) {
    return new Bound(
        Math.max(waitingMin, ratePerSecond * seconds()), ageMax.toNanos(), ratePerSecond);
  }

  private double seconds() {
    return delayMax.toNanos() / NANOS_PER_SECOND;
  }
}
