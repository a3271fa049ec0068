package dev.millrace.cli;

import dev.millrace.bench.scale.ScaleBench;
import dev.millrace.bench.scale.ScalePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code bench scale} grows a node to. */
final class ScaleOptions {
  private static final Duration PHASE = Duration.ofSeconds(10);

  @Option(
      names = "--tasks",
      paramLabel = "N",
      converter = NumberConverter.Unsigned.class,
      description = "scale: how many tasks there are in the end. Default: 10000000.")
  private @Nullable Long tasks;

  @Option(
      names = "--queues",
      paramLabel = "N",
      converter = NumberConverter.Positive.class,
      description = "scale: how many queues share them. Default: 100000.")
  private @Nullable Integer queues;

  @Option(
      names = "--memory",
      paramLabel = "MIB",
      converter = NumberConverter.Positive.class,
      description = "scale: what the server may have, in MiB. Default: 2048.")
  private @Nullable Integer memory;

  @Option(
      names = "--mixed",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "scale: how long calls of all kinds are mixed, at 100 M tasks or in the end. Default:"
              + " not.")
  private Duration mixed = Duration.ZERO;

  @Option(
      names = "--resume",
      description = "scale: goes on with what an ended run left in --folder.")
  private boolean resume;

  ScalePlan plan(boolean quick) {
    var usual =
        quick
            ? ScaleBench.quick()
            : new ScalePlan(10_000_000, 100_000, 2L << 30, PHASE, Duration.ZERO);
    try {
      return new ScalePlan(
          tasks == null ? usual.tasks() : tasks,
          queues == null ? usual.queues() : queues,
          memory == null ? usual.memoryBytes() : (long) memory << 20,
          usual.phase(),
          mixed);
    } catch (IllegalArgumentException e) {
      throw Failure.usage("there must be tasks, and no more queues than tasks");
    }
  }

  /** The same one each time, so that a run can go on. */
  Path folder(Path parent) throws IOException {
    Path folder = parent.resolve("millrace-scale");
    if (Files.exists(folder) && !resume) {
      throw Failure.usage(folder + " is there already: give --resume, or remove it");
    }
    return Files.createDirectories(folder);
  }
}
