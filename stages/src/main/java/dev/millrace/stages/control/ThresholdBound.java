package dev.millrace.stages.control;

import java.time.Duration;

/**
 * SEDA's own admission (§5.1.4): a threshold on the length of the queue, cut by a factor whenever
 * the 90th percentile of the delay is over the target, raised by a fixed amount whenever it is
 * under it. It acts after the delay has been too long; a burst that comes while the threshold is
 * high is admitted whole.
 *
 * @param decrease what is left of the threshold after a cut; between 0 and 1
 * @param increase what is added to it
 */
public record ThresholdBound(
    Duration target, double decrease, double increase, double waitingMin, double waitingMax)
    implements AdmissionRule {
  public ThresholdBound {
    if (decrease <= 0 || decrease >= 1 || increase <= 0) {
      throw new IllegalArgumentException("the threshold is cut by a factor and raised by a sum");
    }
    if (waitingMin < 1 || waitingMax < waitingMin) {
      throw new IllegalArgumentException("1 <= waitingMin <= waitingMax doesn't hold");
    }
  }

  @Override
  public Bound first() {
    return new Bound(waitingMax, Long.MAX_VALUE, 0);
  }

  @Override
  public Bound next(Bound last, StageSample sample) {
    boolean isLate = sample.delay90Nanos() > target.toNanos();
    double next = isLate ? last.waitingMax() * decrease : last.waitingMax() + increase;
    return new Bound(Math.clamp(next, waitingMin, waitingMax), Long.MAX_VALUE, sample.rate());
  }
}
