package dev.millrace.bench.overload;

import java.util.random.RandomGenerator;

/**
 * When clients ask: each on its own at random, so that all together are a Poisson process, and each
 * arrival is that of a client picked by its greed.
 */
final class Arrivals {
  private final RandomGenerator random;
  private final long start;
  private final double nanosBetween;
  private final double greed;
  private final double weights;
  private double nextNanos;

  /**
   * @param startNanos the first arrival comes after this
   */
  Arrivals(RandomGenerator random, Phase phase, int clients, long startNanos) {
    this.random = random;
    this.nanosBetween = phase.burst() * 1e9 / phase.perSecond();
    this.greed = phase.greed();
    this.weights = greed + clients - 1;
    this.start = startNanos;
    advance();
  }

  /** When the next one is meant to come. */
  long nextNanos() {
    return start + (long) nextNanos;
  }

  /** Whose the next one is. */
  int pickClient() {
    double lot = random.nextDouble() * weights;
    return lot < greed ? 0 : 1 + (int) (lot - greed);
  }

  void advance() {
    nextNanos += -Math.log1p(-random.nextDouble()) * nanosBetween;
  }
}
