package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A measurement in a process of its own, which is ended while its node works. */
class BenchCommandTest {
  private static final int END_SECONDS_MAX = 60;

  @TempDir private Path folder;

  @Test
  void aStopLeavesNoProcessAndNoFile() throws Exception {
    var bench = start();
    var processes = awaitNode(bench);

    bench.destroy();

    awaitEnd(bench, processes);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aKillLeavesNoProcess() throws Exception {
    var bench = start();
    var processes = awaitNode(bench);

    bench.destroyForcibly();

    awaitEnd(bench, processes);
  }

  private Process start() throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            ManagementFactory.getRuntimeMXBean().getClassPath(),
            Main.class.getName(),
            "bench",
            "contention",
            "--folder",
            folder.toString(),
            "--serve-option=-XX:TieredStopAtLevel=1")
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** The node has made its data directory, so that there is something to leave behind. */
  private List<ProcessHandle> awaitNode(Process bench) throws IOException {
    while (!hasData()) {
      assertThat(bench.isAlive()).isTrue();
      Thread.onSpinWait();
    }
    List<ProcessHandle> processes = bench.descendants().toList();
    assertThat(processes).hasSizeGreaterThanOrEqualTo(2);
    return processes;
  }

  private boolean hasData() throws IOException {
    try (var files = Files.find(folder, 3, (path, _) -> path.endsWith("data"))) {
      return files.findAny().isPresent();
    }
  }

  private static void awaitEnd(Process bench, List<ProcessHandle> processes) throws Exception {
    assertThat(bench.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    for (ProcessHandle process : processes) {
      process.onExit().get(END_SECONDS_MAX, TimeUnit.SECONDS);
    }
  }
}
