package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every measurement at a size that measures nothing, to see that it runs and names its bars. */
class BenchTest {
  @TempDir private Path folder;

  private final List<String> lines = new ArrayList<>();

  @Test
  void cacheShowsReadsAgainstSizes() throws Exception {
    var bars = run(new CacheBench(60, List.of(0.01, 4.0)));

    assertThat(bars)
        .extracting(Bar::name)
        .containsExactly("cache-reads-smallest", "cache-reads-largest", "cache-rows-largest");
    assertThat(lines).hasSize(4);
  }

  @Test
  void tombstonesShowsTenths() throws Exception {
    var bars = run(new TombstonesBench(2_000, 500));

    assertThat(bars).extracting(Bar::name).containsExactly("tombstones-lease-p50-growth");
    assertThat(lines).hasSize(12);
  }

  @Test
  void queuesShowsMemoryListingAndLeases() throws Exception {
    var bars = run(new QueuesBench(2_000, 3));

    assertThat(bars)
        .extracting(Bar::name)
        .containsExactly(
            "queues-list-p99",
            "queues-heap-with-task",
            "queues-heap-empty",
            "queues-pattern-lease-growth");
  }

  @Test
  void singleShowsThePapersExperimentsAndBatches() throws Exception {
    var some = Duration.ofMillis(200);

    var bars =
        run(new SingleBench(new SingleBench.Size(2, 8, List.of(1, 20), some, some, some, some)));

    assertThat(bars)
        .extracting(Bar::name)
        .containsExactly(
            "single-enqueue",
            "single-fifo-enqueue",
            "single-lease-dequeue",
            "single-batches-failed");
    assertThat(bars).allMatch(bar -> !Double.isNaN(bar.measured()));
    assertThat(bars.getLast().isMet()).isTrue();
    assertThat(folder.resolve("results"))
        .isDirectoryContaining("glob:**/single-table-1.csv")
        .isDirectoryContaining("glob:**/single-table-1.md")
        .isDirectoryContaining("glob:**/single-open-loop.csv")
        .isDirectoryContaining("glob:**/single-figure-5.svg");
    assertThat(Files.readAllLines(folder.resolve("results/single-open-loop.csv"))).hasSize(4);
  }

  @Test
  void contentionComparesCollidingEnqueuesWithOthers() throws Exception {
    var some = Duration.ofMillis(200);

    var bars =
        run(
            new ContentionBench(
                new ContentionBench.Size(2, 8, List.of(10.0), 1, some, some, some)));

    assertThat(bars)
        .extracting(Bar::name)
        .containsExactly("contention-median-growth", "contention-failures");
    assertThat(bars.getLast().isMet()).isTrue();
    assertThat(lines).anyMatch(line -> line.contains("each caller its own"));
  }

  @Test
  void trainingGivesANodeEveryKindOfLoad() throws Exception {
    assertThat(run(new Training(Duration.ofMillis(100), 1_000))).isEmpty();

    assertThat(lines).hasSize(7).allMatch(line -> line.endsWith("tasks, 0 calls failed"));
  }

  @Test
  void backlogIsCountedAfterKillAndStop() throws Exception {
    var bars = run(new BacklogBench(6_000, 2_000));

    assertThat(bars)
        .filteredOn(
            bar ->
                bar.name().equals("backlog-wrong-counters")
                    || bar.name().equals("backlog-scan-differs"))
        .hasSize(2)
        .allMatch(Bar::isMet);
    assertThat(bars)
        .extracting(Bar::name)
        .contains("backlog-restart-after-kill", "backlog-restart", "backlog-rss");
  }

  /**
   * With the memory of the launcher, and as many queues as ten million tasks are put into by {@code
   * millrace bench backlog}, which also holds times to their bars: they have slack here, for
   * machines that do something else too.
   */
  @Test
  @Tag("full")
  void millionsOfTasksInAHundredThousandQueuesFitIntoOneGibibyte() throws Exception {
    var java = ServeMain.java("-Xmx576m", "-XX:MaxDirectMemorySize=160m");

    var bars = run(new BacklogBench(3_000_000, 100_000), java);

    assertThat(bars)
        .filteredOn(bar -> !bar.name().startsWith("backlog-restart"))
        .hasSize(3)
        .allMatch(Bar::isMet);
    assertThat(bars)
        .filteredOn(bar -> bar.name().startsWith("backlog-restart"))
        .hasSize(2)
        .allMatch(bar -> bar.measured() < 4 * bar.limit());
  }

  private List<Bar> run(Bench bench) throws IOException, InterruptedException {
    return run(bench, ServeMain.java());
  }

  private List<Bar> run(Bench bench, List<String> java) throws IOException, InterruptedException {
    var results = Optional.of(folder.resolve("results"));
    return bench.run(
        new Bench.Setup(folder, true, java, ServeMain.command(java), results, lines::add));
  }
}
