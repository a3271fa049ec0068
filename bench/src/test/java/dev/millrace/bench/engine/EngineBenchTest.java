package dev.millrace.bench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.options.TimeValue;

/** Once around every benchmark. */
class EngineBenchTest {
  @TempDir private Path folder;

  @Test
  void everyBenchmarkHasAFigure() throws Exception {
    List<String> lines = new ArrayList<>();
    var setup = new Bench.Setup(folder, true, List.of(), List.of(), Optional.empty(), lines::add);

    var bars = new EngineBench(1, 1, TimeValue.milliseconds(20)).run(setup);

    assertThat(bars).extracting(Bar::name).containsExactly("engine-lives");
    assertThat(bars.getFirst().measured()).isPositive();
    assertThat(lines)
        .anyMatch(line -> line.startsWith("JournalBenchmark.frame"))
        .anyMatch(line -> line.startsWith("PatternBenchmark.lease") && line.contains("queues=1000"))
        .anyMatch(line -> line.startsWith("SlotBenchmark.enqueue"));
  }
}
