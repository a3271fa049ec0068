package dev.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.millrace.queue.Meter.Event;
import org.junit.jupiter.api.Test;

class MeterTest {
  private final Meter meter = new Meter(0);

  @Test
  void nothingHasNoRate() {
    assertThat(meter.last10s(1000)).isEqualTo(QueueStats.Rates.ZERO);
    assertThat(meter.meanLeaseMillis()).isEqualTo(-1);
  }

  @Test
  void rateOfSteadyEventsIsFoundInBothWindows() {
    for (int second = 0; second < 3000; second++) {
      meter.count(Event.LEASED, 7, second * 1000L);
    }

    assertThat(meter.last10s(2_999_000).leased()).isCloseTo(7, within(0.5));
    assertThat(meter.last5min(2_999_000).leased()).isCloseTo(7, within(0.1));
  }

  @Test
  void shortWindowForgetsSooner() {
    meter.count(Event.DEQUEUED, 100, 0);

    assertThat(meter.last10s(60_000).dequeued()).isLessThan(0.1);
    assertThat(meter.last5min(60_000).dequeued()).isGreaterThan(0.2);
  }

  @Test
  void timeThatStandsStillFadesNothing() {
    meter.count(Event.EXPIRED, 1, 5000);

    assertThat(meter.last10s(4000)).isEqualTo(meter.last10s(5000));
  }

  @Test
  void meanOfLeaseTimesFavoursLateOnes() {
    meter.leaseTook(1000, 0);
    meter.leaseTook(3000, 0);
    assertThat(meter.meanLeaseMillis()).isEqualTo(2000);

    meter.leaseTook(3000, 600_000);

    assertThat(meter.meanLeaseMillis()).isGreaterThan(2700);
  }

  @Test
  void veryOldLeaseTimesAreForgotten() {
    meter.leaseTook(1000, 0);

    meter.last5min(300_000L * 100);

    assertThat(meter.meanLeaseMillis()).isEqualTo(-1);
  }
}
