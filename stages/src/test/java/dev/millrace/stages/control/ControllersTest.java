package dev.millrace.stages.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.millrace.stages.control.AdmissionRule.Bound;
import dev.millrace.stages.control.BatchRule.BatchSize;
import dev.millrace.stages.control.ThreadRule.ThreadSample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules on made series, as in figures 8 and 9 of the paper. */
class ControllersTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long SAMPLE = SECOND / 10;

  /** Figure 8: bursts make the pool grow up to its limit, silence between them makes it shrink. */
  @Test
  void threadsFollowBurstsAndSilence() {
    var rule = QueueThreads.OF_PAPER;
    List<Integer> threads = new ArrayList<>();
    int now = 1;

    for (int burst = 0; burst < 3; burst++) {
      for (int sample = 0; sample < 30; sample++) {
        now = rule.threads(new ThreadSample(now, 150 * (burst + 1), 0));
        threads.add(now);
      }
      for (int sample = 0; sample < 30; sample++) {
        now = rule.threads(new ThreadSample(now, 0, sample < 3 ? SECOND : 6 * SECOND));
        threads.add(now);
      }
    }

    assertThat(threads.subList(0, 30)).isSorted().contains(2, 10, 20).endsWith(20);
    assertThat(threads.subList(30, 33)).containsOnly(20);
    assertThat(threads.get(59)).isEqualTo(1);
    assertThat(threads.get(89)).isEqualTo(20);
    assertThat(threads.getLast()).isEqualTo(1);
  }

  @Test
  void shortQueueNeedsNoThread() {
    assertThat(QueueThreads.OF_PAPER.threads(new ThreadSample(3, 100, 0))).isEqualTo(3);
    assertThat(QueueThreads.OF_PAPER.threads(new ThreadSample(3, 101, 0))).isEqualTo(4);
  }

  /** The stage does 10,000 a second with batches of 20 and more, less with smaller ones. */
  @Test
  void smallestBatchThatKeepsTheRateIsFound() {
    var rule = new SmallestBatch(1, 1000);
    BatchSize size = rule.first();
    List<Integer> sizes = new ArrayList<>();

    for (int i = 0; i < 400; i++) {
      double rate = 10_000.0 * Math.min(1, size.eventsMax() / 20.0);
      size = rule.next(size, served(rate));
      sizes.add(size.eventsMax());
    }

    assertThat(sizes.subList(300, 400)).allMatch(events -> events >= 12 && events <= 26);
  }

  /** Figure 9: smaller while the rate rises, larger while it falls. */
  @Test
  void batchesFollowAnOscillatingRate() {
    var rule = new SmallestBatch(1, 1000);
    BatchSize size = new BatchSize(500, 5000);
    int[] sizes = new int[201];
    sizes[0] = 500;

    for (int i = 1; i <= 200; i++) {
      double rate = 5000 + 2000 * Math.sin(2 * Math.PI * i / 200);
      size = rule.next(size, served(rate));
      sizes[i] = size.eventsMax();
    }

    assertThat(sizes[50]).isLessThan(sizes[5]);
    assertThat(sizes[140]).isGreaterThan(sizes[70]);
  }

  @Test
  void suddenDropResetsTheBatch() {
    var rule = new SmallestBatch(1, 1000);

    assertThat(rule.next(new BatchSize(20, 10_000), served(4000)).eventsMax()).isEqualTo(1000);
    assertThat(rule.next(new BatchSize(20, 10_000), served(9000)).eventsMax()).isEqualTo(22);
  }

  @Test
  void timedBatchTakesItsTime() {
    var rule = new TimedBatch(Duration.ofMillis(20), 16, 1000);
    BatchSize size = rule.first();

    for (int i = 0; i < 50; i++) {
      size = rule.next(size, served(2000));
    }

    assertThat(size.costMax()).isCloseTo(40, within(1.0));
    assertThat(rule.next(size, served(1e9)).eventsMax()).isEqualTo(1000);
  }

  /** §5.1.4: cut by half while too slow, raised step by step while fast enough. */
  @Test
  void thresholdOfThePaperFallsFastAndRisesSlowly() {
    var rule = new ThresholdBound(Duration.ofSeconds(5), 0.5, 10, 1, 1024);
    Bound bound = rule.first();

    bound = rule.next(bound, delayed(6 * SECOND));
    bound = rule.next(bound, delayed(6 * SECOND));
    assertThat(bound.waitingMax()).isEqualTo(256);
    bound = rule.next(bound, delayed(4 * SECOND));
    bound = rule.next(bound, delayed(4 * SECOND));
    assertThat(bound.waitingMax()).isEqualTo(276);
  }

  @Test
  void boundIsWhatCanBeDoneInTime() {
    var rule = new DelayBound(Duration.ofMillis(500), Duration.ofSeconds(1), 64, 1000);
    Bound bound = rule.first();
    assertThat(bound.waitingMax()).isEqualTo(1000);

    for (int i = 0; i < 50; i++) {
      bound = rule.next(bound, served(400));
    }
    assertThat(Math.round(bound.waitingMax())).isEqualTo(200);
    for (int i = 0; i < 50; i++) {
      bound = rule.next(bound, served(10));
    }
    assertThat(bound.waitingMax()).isEqualTo(64);
  }

  @Test
  void idleStageShowsNoLowRate() {
    var rule = new DelayBound(Duration.ofMillis(500), Duration.ofSeconds(1), 64, 1000);
    Bound bound = rule.first();

    bound = rule.next(bound, new StageSample(SAMPLE, 1, 0, false, 0));

    assertThat(bound.waitingMax()).isEqualTo(1000);
  }

  @Test
  void bucketGivesItsBurstAndThenItsRate() {
    var limit = new RateLimit(10, 3, 0);

    assertThat(limit.tryTake(3, 0)).isZero();
    assertThat(limit.tryTake(1, 0)).isEqualTo(SECOND / 10);
    assertThat(limit.tryTake(1, SECOND / 10)).isZero();
    assertThat(limit.tryTake(1, SECOND / 10)).isEqualTo(SECOND / 10);
    assertThat(limit.tryTake(3, 10 * SECOND)).isZero();
    assertThat(limit.tryTake(1, 10 * SECOND)).isPositive();
  }

  private static StageSample served(double rate) {
    return new StageSample(SAMPLE, rate / 10, 100, true, 0);
  }

  private static StageSample delayed(long nanos) {
    return new StageSample(SAMPLE, 100, 100, true, nanos);
  }
}
