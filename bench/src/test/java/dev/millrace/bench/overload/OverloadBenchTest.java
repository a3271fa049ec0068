package dev.millrace.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import dev.millrace.bench.ServeMain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole of it, at a size that measures little. */
class OverloadBenchTest {
  @TempDir private Path folder;

  @Test
  void loadsANodeBeyondItsCapacityAndFindsAllThatItAcknowledged() throws Exception {
    List<String> lines = new ArrayList<>();
    var some = Duration.ofSeconds(1);
    var size =
        new OverloadBench.Size(
            16,
            2,
            List.of(1.0, 3.0),
            List.of(3.0),
            List.of(2.0),
            1,
            some,
            some,
            some,
            some,
            some,
            some);
    List<String> java = ServeMain.java();
    var setup =
        new Bench.Setup(
            folder,
            true,
            java,
            ServeMain.command(),
            Optional.of(folder.resolve("results")),
            lines::add);

    List<Bar> bars = new OverloadBench(size).run(setup);

    assertThat(bars)
        .extracting(Bar::name)
        .contains(
            "overload-1x-p90",
            "overload-3x-p999",
            "overload-3x-jain",
            "overload-3x-goodput",
            "overload-greedy-3x-jain-others",
            "overload-expired-executed-streams",
            "overload-recovery",
            "overload-swarm-cores",
            "overload-natural-2x");
    assertThat(measured(bars, "overload-1x-p90")).isPositive();
    // Nothing is faster than the sync of the slow disk.
    assertThat(measured(bars, "overload-3x-p90")).isGreaterThan(0.02);
    assertThat(
            List.of(
                "overload-lost",
                "overload-leases-dropped",
                "overload-refused-executed",
                "overload-unsent",
                "overload-unanswered",
                "overload-wrong-answers"))
        .allMatch(name -> measured(bars, name) == 0);
    assertThat(folder.resolve("results"))
        .isDirectoryContaining("glob:**/overload.csv")
        .isDirectoryContaining("glob:**/overload.md")
        .isDirectoryContaining("glob:**/overload.svg")
        .isDirectoryContaining("glob:**/overload-natural.csv");
    assertThat(lines).anyMatch(line -> line.startsWith("greedy-3x:"));
  }

  private static double measured(List<Bar> bars, String name) {
    return bars.stream()
        .filter(bar -> bar.name().equals(name))
        .findFirst()
        .orElseThrow()
        .measured();
  }
}
