package dev.millrace.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Times are in the step that their length says. */
class TimeCountsTest {
  @Test
  void everyTimeIsInOneStepThatHoldsIt() {
    for (long nanos = 0; nanos < 1L << 40; nanos = 2 * nanos + 7) {
      var counts = new TimeCounts();
      counts.add(nanos);
      int[] steps =
          IntStream.rangeClosed(0, TimeCounts.STEPS).filter(i -> counts.count(i) > 0).toArray();
      assertThat(steps).hasSize(1);
      assertThat(nanos / 1e9).isLessThanOrEqualTo(TimeCounts.upperSeconds(steps[0]));
      if (steps[0] > 0) {
        assertThat(nanos / 1e9).isGreaterThanOrEqualTo(TimeCounts.upperSeconds(steps[0] - 1));
      }
      assertThat(counts.seconds()).isEqualTo(nanos / 1e9);
    }
  }
}
