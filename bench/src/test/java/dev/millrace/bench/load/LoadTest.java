package dev.millrace.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadTest {
  private static final Duration SHORT = Duration.ofMillis(100);

  private final MemoryContender contender = new MemoryContender();

  @Test
  void countsWhatWasEnqueuedAfterTheWarmUp() throws Exception {
    var outcome = new Load(contender).run(cell(Job.FIFO).withBatch(3));

    long all = contender.queues.values().stream().mapToLong(queue -> queue.size()).sum();
    assertThat(outcome.tasks()).isPositive().isLessThan(all);
    assertThat(outcome.tasks()).isEqualTo(3 * outcome.latency().calls());
    assertThat(outcome.seconds()).isEqualTo(0.1);
    assertThat(outcome.note()).doesNotContain("failed");
    assertThat(contender.queues)
        .hasSize(4)
        .allSatisfy((_, tasks) -> assertThat(tasks).isNotEmpty());
  }

  @Test
  void takesNoMoreThanTheStock() throws Exception {
    var outcome =
        new Load(contender)
            .run(cell(Job.COMPLETE).withStock(1_000).lasting(Duration.ZERO, Duration.ofMinutes(1)));

    assertThat(outcome.seconds()).isLessThan(30);
    assertThat(outcome.failures()).isZero();
    assertThat(outcome.tasks()).isBetween(1L, 1_000L);
  }

  @Test
  void balancedWorkGoesOnWithASmallBacklog() throws Exception {
    var cell = cell(Job.BALANCED);

    var outcome = new Load(contender).run(cell);

    assertThat(outcome.perSecond()).isPositive();
    assertThat(contender.most).hasValueLessThanOrEqualTo(cell.roomPerQueue());
  }

  @Test
  void failuresAreToldAndSpoilTheFigure() throws Exception {
    var outcome = new Load(new MemoryContender(50)).run(cell(Job.FIFO));

    assertThat(outcome.failures()).isPositive();
    assertThat(outcome.perSecond()).isNaN();
    assertThat(outcome.note()).endsWith("failed: java.lang.IllegalStateException: told to fail");
  }

  @Test
  void callerThatOnlyFailsGivesUp() throws Exception {
    var outcome =
        new Load(new MemoryContender(1))
            .run(cell(Job.FIFO).withCallers(4).lasting(Duration.ZERO, Duration.ofMinutes(1)));

    assertThat(outcome.failures()).isEqualTo(4 * 20);
  }

  @Test
  void openLoopMakesAsManyCallsAsItIsTold() throws Exception {
    var outcome =
        new Load(contender).run(cell(Job.FIFO).lasting(Duration.ZERO, SHORT).withRate(2_000));

    assertThat(outcome.tasks()).isEqualTo(200);
  }

  @Test
  void everyQueueOfBalancedWorkNeedsBothSides() {
    assertThatThrownBy(() -> new Load(contender).run(Cell.of(Job.BALANCED).withCallers(99)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Cell cell(Job job) {
    return Cell.of(job).withConnections(2).withQueues(4).withCallers(16).lasting(SHORT, SHORT);
  }
}
