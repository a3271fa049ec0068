package dev.millrace.stages.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.stages.control.AdmissionRule.Bound;
import dev.millrace.stages.control.BatchRule.BatchSize;
import dev.millrace.stages.control.ThreadRule.ThreadSample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The rules on what the stage {@code execute} of real nodes saw, ten times a second, in a short run
 * of {@code bench overload} beside other work: with a slowed disk at 0.5 to 10 times its capacity,
 * and at its natural capacity.
 */
class RecordedSeriesTest {
  private static final Duration TARGET = Duration.ofSeconds(1);

  /** The rate of the start is a guess. */
  private static final int GUESSED = 20;

  private record Seen(StageSample sample, int events) {}

  private static List<Seen> series(String name) throws IOException {
    try (var in = RecordedSeriesTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(1)
          .map(line -> line.split(",", -1))
          .map(
              field ->
                  new Seen(
                      new StageSample(
                          Long.parseLong(field[0]),
                          Double.parseDouble(field[1]),
                          Double.parseDouble(field[2]),
                          Boolean.parseBoolean(field[3]),
                          Long.parseLong(field[4])),
                      Integer.parseInt(field[5])))
          .toList();
    }
  }

  /**
   * How long the node really took for what a rule let wait, at each moment that was followed by
   * work without a pause until that was done.
   */
  private static List<Duration> timesOfBounds(AdmissionRule rule, List<Seen> series) {
    List<Duration> times = new ArrayList<>();
    Bound bound = rule.first();
    for (int i = 0; i < series.size(); i++) {
      bound = rule.next(bound, series.get(i).sample);
      long nanos = 0;
      double left = bound.waitingMax();
      for (int j = i + 1; j < series.size() && series.get(j).sample.isBusy() && left > 0; j++) {
        left -= series.get(j).sample.served();
        nanos += series.get(j).sample.nanos();
      }
      if (left <= 0 && i >= GUESSED) {
        times.add(Duration.ofNanos(nanos));
      }
    }
    return times;
  }

  private static double shareWithin(List<Duration> times, Duration max) {
    return (double) times.stream().filter(time -> time.compareTo(max) <= 0).count() / times.size();
  }

  private static AdmissionRule delayBound() {
    return new DelayBound(TARGET.dividedBy(2), TARGET.multipliedBy(3).dividedBy(4), 64, 2_000);
  }

  @Test
  void whatTheDelayBoundLetWaitWasDoneInTime() throws IOException {
    List<Duration> times = timesOfBounds(delayBound(), series("overload.csv"));

    assertThat(times).hasSizeGreaterThan(50);
    assertThat(shareWithin(times, TARGET)).isGreaterThan(0.98);
    assertThat(shareWithin(times, TARGET.multipliedBy(2))).isOne();
  }

  @Test
  void theDelayBoundWastesLittleOfTheTarget() throws IOException {
    List<Duration> times = timesOfBounds(delayBound(), series("overload.csv"));

    assertThat(shareWithin(times, TARGET.dividedBy(5))).isLessThan(0.05);
  }

  @Test
  void theThresholdOfThePaperLetsMoreWaitThanCanBeDone() throws IOException {
    var rule = new ThresholdBound(TARGET, 0.5, 10, 1, 2_000);

    List<Duration> times = timesOfBounds(rule, series("overload.csv"));

    assertThat(shareWithin(times, TARGET)).isLessThan(0.5);
  }

  @Test
  void theBoundFollowsANodeThatIsMuchFaster() throws IOException {
    Bound bound = delayBound().first();
    double highest = 0;

    for (Seen seen : series("natural.csv")) {
      bound = delayBound().next(bound, seen.sample);
      highest = Math.max(highest, bound.waitingMax());
    }

    assertThat(highest).isGreaterThan(10_000);
  }

  @Test
  void poolGrowsInOverloadAndNotBeyondItsLimit() throws IOException {
    var rule = QueueThreads.OF_PAPER;
    int threads = 1;
    int most = 0;

    for (Seen seen : series("overload.csv")) {
      threads = rule.threads(new ThreadSample(threads, seen.events, 0));
      most = Math.max(most, threads);
    }

    assertThat(most).isEqualTo(20);
  }

  @Test
  void batchesAreResetByEverySuddenDropAndOnlyThen() throws IOException {
    var rule = new SmallestBatch(1, 1_000);
    BatchSize size = rule.first();
    int drops = 0;
    int resets = 0;

    for (Seen seen : series("natural.csv")) {
      boolean drop = seen.sample.rate() < size.ratePerSecond() / 2;
      BatchSize next = rule.next(size, seen.sample);
      drops += drop ? 1 : 0;
      resets += drop && next.eventsMax() == 1_000 ? 1 : 0;
      assertThat(drop || next.eventsMax() <= Math.ceil(size.eventsMax() * 1.1)).isTrue();
      size = next;
    }

    assertThat(drops).isPositive();
    assertThat(resets).isEqualTo(drops);
  }
}
