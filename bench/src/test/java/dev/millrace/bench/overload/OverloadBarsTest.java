package dev.millrace.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.Bar;
import dev.millrace.bench.overload.OverloadBars.Audit;
import dev.millrace.bench.overload.OverloadBars.Timed;
import dev.millrace.bench.overload.TaskBook.Findings;
import dev.millrace.bench.overload.Watch.Sample;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which figures meet the bars, and which don't. */
class OverloadBarsTest {
  private static final long MS = 1_000_000;
  private static final Audit CLEAN =
      new Audit(Findings.NONE, 0, new Timed(100, 1), new Timed(100, 1));

  @Test
  void nodeThatStaysGoodMeetsAllBars() {
    assertThat(bars(level(10, 700, 3, 1.0), level(0.5, 40, 0, 1), CLEAN)).allMatch(Bar::isMet);
  }

  @Test
  void slowAnswersAreShort() {
    assertThat(shortOnes(level(10, 900, 3, 1.0), level(0.5, 40, 0, 1), CLEAN))
        .containsExactly("overload-10x-p90");
    assertThat(shortOnes(level(10, 2_100, 3, 1.0), level(0.5, 40, 0, 1), CLEAN))
        .containsExactly("overload-10x-p90", "overload-10x-p99", "overload-10x-p999");
  }

  @Test
  void slowRefusalsAreShort() {
    assertThat(shortOnes(level(10, 700, 25, 1.0), level(0.5, 40, 0, 1), CLEAN))
        .containsExactly("overload-refusals-p99");
  }

  @Test
  void growingMemoryIsShort() {
    assertThat(shortOnes(level(10, 700, 3, 1.3), level(0.5, 40, 0, 1), CLEAN))
        .containsExactly("overload-rss-growth");
  }

  @Test
  void slownessThatStaysAfterTheLoadHasGoneIsShort() {
    assertThat(shortOnes(level(10, 700, 3, 1.0), level(0.5, 100, 0, 1), CLEAN))
        .containsExactly("overload-recovery");
  }

  @Test
  void anythingThatWasLostOrExecutedForNobodyIsShort() {
    var audit = new Audit(new Findings(1, 1, 5, 0, 1), 1, new Timed(100, 2), new Timed(100, 3));

    assertThat(shortOnes(level(10, 700, 3, 1.0), level(0.5, 40, 0, 1), audit))
        .containsExactly(
            "overload-lost",
            "overload-leases-dropped",
            "overload-refused-executed",
            "overload-expired-executed",
            "overload-expired-executed-streams",
            "overload-wrong-answers");
  }

  private static List<String> shortOnes(Level highest, Level after, Audit audit) {
    return bars(highest, after, audit).stream().filter(bar -> !bar.isMet()).map(Bar::name).toList();
  }

  private static List<Bar> bars(Level highest, Level after, Audit audit) {
    Level easy = level(0.5, 40, 0, 1);
    return new OverloadBars(
            Duration.ofSeconds(1),
            easy,
            List.of(level(1, 100, 0, 1), highest),
            after,
            List.of(),
            List.of(level(1, 40, 0, 1), easy),
            audit)
        .all();
  }

  /**
   * Two clients, all alike, in a warm-up of three seconds and ten more.
   *
   * @param refusalMillis 0 for no refusals
   */
  private static Level level(double times, long millis, long refusalMillis, double growth) {
    var phase = Phase.open(times * 2_000, Duration.ofSeconds(3), Duration.ofSeconds(10));
    var tally = new Tally(phase, 2, 0);
    for (int i = 0; i < 1_300; i++) {
      long meant = i * 10L * MS;
      for (int client = 0; client < 2; client++) {
        tally.offered(client, meant, meant);
        tally.accepted(client, meant, meant + millis * MS);
        if (refusalMillis > 0) {
          tally.offered(client, meant, meant);
          tally.refused(client, meant, meant + refusalMillis * MS, true);
        }
      }
    }
    var samples =
        IntStream.range(0, 9)
            .mapToObj(
                i ->
                    new Sample(
                        i * 1000L * MS, 0.2 * i, i, 1.2 * i, i < 6 ? 100 : (long) (100 * growth)))
            .toList();
    return new Level(times, tally, samples);
  }
}
