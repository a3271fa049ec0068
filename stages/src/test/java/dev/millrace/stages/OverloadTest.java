package dev.millrace.stages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.stages.control.ThresholdBound;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Admission by delay against a server of 2,000 requests a second: the bars of `bench overload`. */
class OverloadTest {
  private static final Duration BEFORE = Duration.ofSeconds(5);
  private static final Duration SETTLE = Duration.ofSeconds(3);
  private static final Duration TIME = Duration.ofSeconds(12);

  private static final double[] EQUAL = filled(1);
  private static final double[] ONE_GREEDY = filled(1);
  private static final double[] HALF_LIGHT = filled(1);

  static {
    ONE_GREEDY[0] = 100;
    Arrays.fill(HALF_LIGHT, 0, SimulatedLoad.CLIENTS / 2, 0.1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 5, 10})
  void whatIsAcceptedIsAnsweredInTime(double load) {
    var simulated = loaded(EQUAL, load);

    assertThat(simulated.latency(0.9)).isLessThan(0.8);
    assertThat(simulated.latency(0.99)).isLessThan(1);
    assertThat(simulated.latency(0.999)).isLessThan(2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 5, 10})
  void overloadIsSharedEvenly(double load) {
    assertThat(loaded(EQUAL, load).fairness()).isGreaterThan(0.99);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 5, 10})
  void aGreedyClientTakesNothingFromTheOthers(double load) {
    var simulated = loaded(ONE_GREEDY, load);

    assertThat(simulated.fairnessBesideTheFirst()).isGreaterThan(0.98);
    assertThat(simulated.latency(0.9)).isLessThan(0.8);
    assertThat(simulated.latency(0.99)).isLessThan(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {2, 5, 10})
  void aGreedyClientGetsNoMoreThanAnother(double load) {
    var simulated = loaded(ONE_GREEDY, load);
    simulated.run(load, TIME);

    assertThat(simulated.greed()).isLessThan(1.2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {2, 5, 10})
  void whatSomeLeaveIsSharedByTheOthers(double load) {
    assertThat(loaded(HALF_LIGHT, load).fairness()).isGreaterThan(0.99);
  }

  @Test
  void refusingCostsNoThroughput() {
    assertThat(loaded(EQUAL, 10).goodput(TIME)).isGreaterThan(0.95);
  }

  @Test
  void isBackToNormalSoonAfterTheLoadDrops() {
    var simulated = loaded(EQUAL, 0.5);
    double before = simulated.latency(0.99);
    simulated.run(10, Duration.ofSeconds(10));

    simulated.run(0.5, Duration.ofSeconds(2));
    simulated.forget();
    simulated.run(0.5, Duration.ofSeconds(1));

    assertThat(simulated.latency(0.99)).isLessThan(2 * before);
  }

  /** By a server that has been busy before, and so knows what it can do. */
  @Test
  void aBurstOutOfSilenceIsCutAtOnce() {
    var simulated = loaded(EQUAL, 2);
    simulated.run(0.5, BEFORE);
    simulated.forget();

    simulated.run(50, Duration.ofMillis(500));
    simulated.run(0.5, Duration.ofSeconds(3));

    assertThat(simulated.latency(1)).isLessThan(1);
  }

  @Test
  void thresholdOfThePaperLetsTheBurstIn() {
    var simulated =
        new SimulatedLoad(1, EQUAL, new ThresholdBound(SimulatedLoad.TARGET, 0.5, 100, 10, 10_000));
    simulated.run(0.5, Duration.ofSeconds(5));
    simulated.forget();

    simulated.run(50, Duration.ofMillis(500));
    simulated.run(0.5, Duration.ofSeconds(10));

    assertThat(simulated.latency(1)).isGreaterThan(2);
  }

  private static SimulatedLoad loaded(double[] weights, double load) {
    var simulated = new SimulatedLoad(1, weights);
    simulated.run(Math.min(1, load), BEFORE);
    simulated.run(load, SETTLE);
    simulated.forget();
    simulated.run(load, TIME);
    return simulated;
  }

  private static double[] filled(double weight) {
    double[] weights = new double[SimulatedLoad.CLIENTS];
    Arrays.fill(weights, weight);
    return weights;
  }
}
