package dev.millrace.stages.control;

/**
 * How much a stage can do in a second, as far as it has shown. A sample with idle time shows less
 * than that, and can only raise it.
 */
record ServiceRate(double perSecond) {
  /** Of one sample: half a second of them counts for three quarters. */
  private static final double WEIGHT = 0.25;

  ServiceRate next(StageSample sample) {
    double difference = sample.rate() - perSecond;
    if (difference < 0 && !sample.isBusy()) {
      return this;
    }
    return new ServiceRate(perSecond + difference * WEIGHT);
  }
}
