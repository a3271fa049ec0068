package dev.millrace.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RefusalPaceTest {
  private static final long MILLI = Duration.ofMillis(1).toNanos();

  private final RefusalPace pace = new RefusalPace(0);

  @Test
  void aBurstOfAQuarterOfASecondCostsNoPause() {
    assertThat(pace.pauseNanos(5000, 0)).isZero();
    assertThat(pace.pauseNanos(200, 0)).isBetween(9 * MILLI, 10 * MILLI);
  }

  @Test
  void refusalsBelowThePaceCostNoPause() {
    for (int milli = 0; milli < 1000; milli++) {
      assertThat(pace.pauseNanos(19, milli * MILLI)).isZero();
    }
  }

  @Test
  void refusalsAboveThePaceArePutOff() {
    long pause = 0;
    for (int milli = 0; milli < 300; milli++) {
      pause = pace.pauseNanos(40, milli * MILLI);
    }

    assertThat(pause).isBetween(45 * MILLI, 55 * MILLI);
  }

  @Test
  void nobodyPausesForMoreThanATenthOfASecond() {
    assertThat(pace.pauseNanos(10_000_000, 0)).isEqualTo(100 * MILLI);
    assertThat(pace.pauseNanos(1, 0)).isEqualTo(100 * MILLI);
    assertThat(pace.pauseNanos(1, 50 * MILLI)).isBetween(50 * MILLI, 51 * MILLI);
  }

  @Test
  void silenceSavesNoMoreThanABurst() {
    assertThat(pace.pauseNanos(6000, Duration.ofDays(1).toNanos()))
        .isBetween(49 * MILLI, 51 * MILLI);
  }
}
