package dev.millrace.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScalePlanTest {
  @Test
  void sizesGrowTenfoldUpToTheLast() {
    assertThat(plan(1_000_000_000).sizes())
        .containsExactly(1_000_000L, 10_000_000L, 100_000_000L, 1_000_000_000L);
    assertThat(plan(25_000_000).sizes()).containsExactly(1_000_000L, 10_000_000L, 25_000_000L);
  }

  @Test
  void aSmallPlanStillHasTwoSizesToCompare() {
    assertThat(plan(100_000).sizes()).containsExactly(10_000L, 100_000L);
  }

  @Test
  void aBillionTasksNeedSixtyGigabytes() {
    assertThat(plan(1_000_000_000).diskBytes()).isBetween(60_000_000_000L, 62_000_000_000L);
  }

  @Test
  void thereAreNoMoreQueuesThanTasks() {
    assertThatIllegalArgumentException().isThrownBy(() -> plan(99));
  }

  private static ScalePlan plan(long tasks) {
    return new ScalePlan(tasks, 100, 1, Duration.ofSeconds(1), Duration.ZERO);
  }
}
