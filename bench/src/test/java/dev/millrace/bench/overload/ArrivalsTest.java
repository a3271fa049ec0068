package dev.millrace.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  private static final Phase PHASE = Phase.open(1000, Duration.ZERO, Duration.ofSeconds(1));

  @Test
  void comeAtTheRateOfTheirPhaseWithoutAPattern() {
    int[] perSecond = new int[100];
    var arrivals = new Arrivals(new Random(1), PHASE, 10, 500);

    while (arrivals.nextNanos() - 500 < TimeUnit.SECONDS.toNanos(perSecond.length)) {
      perSecond[(int) ((arrivals.nextNanos() - 500) / TimeUnit.SECONDS.toNanos(1))]++;
      arrivals.advance();
    }

    double mean = 0;
    double squares = 0;
    for (int count : perSecond) {
      mean += count / 100.0;
      squares += (count - 1000.0) * (count - 1000.0) / 100;
    }
    assertThat(mean).isEqualTo(1000, within(15.0));
    // The variance of a Poisson count is its mean.
    assertThat(squares).isBetween(600.0, 1500.0);
  }

  @Test
  void burstsComeAsMuchRarer() {
    var arrivals = new Arrivals(new Random(1), PHASE.withBurst(20), 10, 0);

    for (int i = 0; i < 5_000; i++) {
      arrivals.advance();
    }

    assertThat(arrivals.nextNanos() / 1e9).isEqualTo(100, within(5.0));
  }

  @Test
  void greedyClientAsksAsOftenAsItIsGreedy() {
    int[] counts = new int[10];
    var arrivals = new Arrivals(new Random(1), PHASE.withGreed(100), 10, 0);

    for (int i = 0; i < 109_000; i++) {
      counts[arrivals.pickClient()]++;
    }

    assertThat(counts[0]).isBetween(99_000, 101_000);
    assertThat(Arrays.stream(counts).skip(1)).hasSize(9).allMatch(n -> n > 850 && n < 1_150);
  }
}
