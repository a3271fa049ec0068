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
  void mixedLoadComesAtAHundredMillionOrInTheEnd() {
    var hour = Duration.ofHours(1);
    assertThat(mixed(1_000_000_000, hour).isMixedAt(100_000_000)).isTrue();
    assertThat(mixed(1_000_000_000, hour).isMixedAt(1_000_000_000)).isFalse();
    assertThat(mixed(25_000_000, hour).isMixedAt(25_000_000)).isTrue();
    assertThat(mixed(25_000_000, Duration.ZERO).isMixedAt(25_000_000)).isFalse();
  }

  @Test
  void thereAreNoMoreQueuesThanTasks() {
    assertThatIllegalArgumentException().isThrownBy(() -> plan(99));
  }

  private static ScalePlan plan(long tasks) {
    return mixed(tasks, Duration.ZERO);
  }

  private static ScalePlan mixed(long tasks, Duration length) {
    return new ScalePlan(tasks, 100, 1, Duration.ofSeconds(1), length);
  }
}
