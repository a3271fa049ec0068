package dev.millrace.stages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.stages.control.ThresholdBound;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Admission by delay against a server of 2,000 requests a second: the bars of `bench overload`. */
class OverloadTest {
  private static final Duration SETTLE = Duration.ofSeconds(2);
  private static final Duration TIME = Duration.ofSeconds(30);

  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 5, 10})
  void whatIsAcceptedIsAnsweredInTime(double load) {
    var simulated = loaded(1, load);

    assertThat(simulated.latency(0.9)).isLessThan(0.8);
    assertThat(simulated.latency(0.99)).isLessThan(1);
    assertThat(simulated.latency(0.999)).isLessThan(2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {2, 5, 10})
  void overloadIsSharedEvenly(double load) {
    assertThat(loaded(1, load).fairness(0)).isGreaterThan(0.99);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 5, 10})
  void aGreedyClientTakesNothingFromTheOthers(double load) {
    var simulated = loaded(100, load);

    assertThat(simulated.fairness(1)).isGreaterThan(0.98);
    assertThat(simulated.latency(0.9)).isLessThan(0.8);
    assertThat(simulated.latency(0.99)).isLessThan(1);
  }

  @Test
  void refusingCostsNoThroughput() {
    assertThat(loaded(1, 10).goodput(TIME)).isGreaterThan(0.95);
  }

  @Test
  void isBackToNormalSoonAfterTheLoadDrops() {
    var simulated = loaded(1, 0.5);
    double before = simulated.latency(0.99);
    simulated.run(10, Duration.ofSeconds(10));

    simulated.run(0.5, Duration.ofSeconds(2));
    simulated.forget();
    simulated.run(0.5, Duration.ofSeconds(1));

    assertThat(simulated.latency(0.99)).isLessThan(2 * before);
  }

  @Test
  void aBurstOutOfSilenceIsCutAtOnce() {
    var simulated = loaded(1, 0.5);
    simulated.forget();

    simulated.run(50, Duration.ofMillis(500));
    simulated.run(0.5, Duration.ofSeconds(3));

    assertThat(simulated.latency(1)).isLessThan(1);
  }

  @Test
  void thresholdOfThePaperLetsTheBurstIn() {
    var simulated =
        new SimulatedLoad(1, 1, new ThresholdBound(SimulatedLoad.TARGET, 0.5, 100, 10, 10_000));
    simulated.run(0.5, Duration.ofSeconds(5));
    simulated.forget();

    simulated.run(50, Duration.ofMillis(500));
    simulated.run(0.5, Duration.ofSeconds(10));

    assertThat(simulated.latency(1)).isGreaterThan(2);
  }

  private static SimulatedLoad loaded(double weightOfFirst, double load) {
    var simulated = new SimulatedLoad(1, weightOfFirst);
    simulated.run(load, SETTLE);
    simulated.forget();
    simulated.run(load, TIME);
    return simulated;
  }
}
