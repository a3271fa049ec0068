package dev.millrace.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final long MILLI = Duration.ofMillis(1).toNanos();

  private final Pace pace = new Pace(0);

  @Test
  void aBurstOfHalfASecondCostsNoPause() {
    assertThat(pace.pauseNanos(10_000, 0)).isZero();
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
    long pauses = 0;
    for (int milli = 0; milli < 700; milli++) {
      pauses = pace.pauseNanos(40, milli * MILLI);
    }

    assertThat(pauses).isBetween(195 * MILLI, 205 * MILLI);
  }

  @Test
  void nobodyPausesForMoreThanASecond() {
    assertThat(pace.pauseNanos(10_000_000, 0)).isEqualTo(1000 * MILLI);
    assertThat(pace.pauseNanos(1, 0)).isEqualTo(1000 * MILLI);
    assertThat(pace.pauseNanos(1, 500 * MILLI)).isBetween(500 * MILLI, 501 * MILLI);
  }

  @Test
  void silenceSavesNoMoreThanABurst() {
    assertThat(pace.pauseNanos(12_000, Duration.ofDays(1).toNanos()))
        .isBetween(99 * MILLI, 101 * MILLI);
  }
}
