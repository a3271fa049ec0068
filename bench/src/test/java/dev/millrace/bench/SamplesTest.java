package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SamplesTest {
  private static final long MILLI = 1_000_000;

  private final Samples samples = new Samples();

  @Test
  void percentilesAreTimesThatWereMeasured() {
    LongStream.rangeClosed(1, 2_000).map(i -> (i * 7 % 2_001) * MILLI).forEach(samples::add);

    assertThat(samples.size()).isEqualTo(2_000);
    assertThat(samples.millis(0.5)).isEqualTo(1_000);
    assertThat(samples.millis(0.99)).isEqualTo(1_980);
    assertThat(samples.millis(1)).isEqualTo(2_000);
    assertThat(samples.meanMillis()).isEqualTo(1_000.5);
  }

  @Test
  void oneSampleIsEveryPercentile() {
    samples.add(3 * MILLI);

    assertThat(samples.millis(0.01)).isEqualTo(3);
    assertThat(samples.millis(0.99)).isEqualTo(3);
  }
}
