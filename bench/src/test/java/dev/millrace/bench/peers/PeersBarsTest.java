package dev.millrace.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.millrace.bench.Bar;
import dev.millrace.bench.load.Cell;
import dev.millrace.bench.load.Contender.Setting;
import dev.millrace.bench.load.Job;
import dev.millrace.bench.load.Latency;
import dev.millrace.bench.load.Outcome;
import dev.millrace.bench.load.Usage;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PeersBarsTest {
  private final Outcomes outcomes = new Outcomes();

  @Test
  void eachIsTakenInItsBestArrangementAndThePeerThatIsFastest() {
    steady("millrace", 1, 900);
    steady("millrace", 10, 1_000);
    steady("redis", 4, 400);
    steady("redis", 50, 300);
    steady("beanstalkd", 1, 100);

    assertThat(bar("peers-steady").measured()).isEqualTo(2.5);
    assertThat(bar("peers-steady").isMet()).isTrue();
  }

  @Test
  void fiftyConnectionsAreComparedWithFifty() {
    steady("millrace", 10, 1_000);
    steady("millrace", 50, 330);
    steady("redis", 4, 400);
    steady("redis", 50, 300);

    assertThat(bar("peers-steady-50-connections").measured()).isCloseTo(1.1, within(1e-9));
    assertThat(bar("peers-steady-50-connections").isMet()).isFalse();
  }

  @Test
  void whatWasMeasuredForLongTakesThePlaceOfATrial() {
    steady("millrace", 10, 1_000);
    outcomes.add(outcome("millrace", 10, 600, Duration.ofSeconds(60), 0));
    steady("redis", 4, 300);

    assertThat(bar("peers-steady").measured()).isEqualTo(2);
  }

  @Test
  void trialDoesNotStandInForWhatFailedWhenMeasuredForLong() {
    steady("millrace", 10, 1_000);
    outcomes.add(outcome("millrace", 10, 600, Duration.ofSeconds(60), 1));
    steady("redis", 4, 300);

    assertThat(bar("peers-steady").measured()).isNaN();
  }

  @Test
  void whatFailedIsNotMeasured() {
    steady("millrace", 10, 1_000);
    outcomes.add(outcome("redis", 4, 300, Duration.ofSeconds(5), 1));

    assertThat(bar("peers-steady").measured()).isNaN();
  }

  @Test
  void withoutPeersTheirBarsAreShort() {
    steady("millrace", 10, 1_000);

    var bars = new PeersBars(outcomes, List.of(), 500).bars();

    assertThat(bars).noneMatch(Bar::isMet);
    assertThat(bars.getFirst()).hasToString("bar peers-steady unmeasured 2x short");
  }

  @Test
  void cpuTimeIsThatOfTheFastestPeer() {
    steady("millrace", 10, 1_000);
    steady("redis", 4, 500);

    // Both use one second of CPU in each second.
    assertThat(bar("peers-cpu").measured()).isEqualTo(0.5);
  }

  private Bar bar(String name) {
    return new PeersBars(outcomes, List.of("redis", "beanstalkd"), 500)
        .bars().stream().filter(bar -> bar.name().equals(name)).findFirst().orElseThrow();
  }

  private void steady(String contender, int connections, long perSecond) {
    outcomes.add(outcome(contender, connections, perSecond, Duration.ofSeconds(5), 0));
  }

  private static Outcome outcome(
      String contender, int connections, long perSecond, Duration time, long failures) {
    var cell =
        Cell.of(Job.BALANCED)
            .withConnections(connections)
            .withQueues(connections)
            .lasting(Duration.ZERO, time);
    return new Outcome(
        contender,
        Setting.FSYNC,
        cell,
        time.toSeconds(),
        perSecond * time.toSeconds(),
        new Latency(new Histogram(3)),
        new Usage(time.toSeconds(), 0, 0, 0, 0, 0, 0, 0),
        failures,
        "");
  }
}
