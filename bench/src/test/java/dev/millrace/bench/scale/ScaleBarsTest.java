package dev.millrace.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleBarsTest {
  private static final ScalePlan PLAN =
      new ScalePlan(10_000_000, 100, 2L << 30, Duration.ofSeconds(1), Duration.ZERO);

  @Test
  void sizesAreComparedWithTheSmallest() {
    var bars = ScaleBars.of(List.of(point(1_000_000, 2), point(10_000_000, 4)), PLAN);

    assertThat(bars.stream().map(Object::toString))
        .contains(
            "bar scale-10M-fifo-enqueue 2x 1.5x short",
            "bar scale-10M-random-enqueue 2x 3x met",
            "bar scale-1M-restart 1s 5s met",
            "bar scale-1M-rss 1024MiB 2048MiB met")
        .noneMatch(bar -> bar.startsWith("bar scale-1M-fifo-enqueue"));
  }

  @Test
  void countsAreWordsInNames() {
    assertThat(List.of(10_000L, 1_500_000L, 100_000_000L, 1_000_000_000L))
        .extracting(ScaleBars::word)
        .containsExactly("10k", "1.5M", "100M", "1B");
  }

  private static Point point(long tasks, double p99) {
    return new Point(tasks, 1, p99, p99, p99, 1, 1, 0, 20, 20, 1L << 30, 0);
  }
}
