package dev.millrace.bench.engine;

import dev.millrace.bench.Bar;
import dev.millrace.bench.Bench;
import dev.millrace.bench.report.Report;
import dev.millrace.bench.report.Table;
import dev.millrace.bench.report.Table.Column;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the benchmarks of the engine. */
public final class EngineBench implements Bench {
  /**
   * Lives of tasks a second on one thread: ten times the 29,700 lease+dequeues a second that the
   * server must do, so that deciding is a small part of it.
   */
  private static final double LIVES_MIN = 300_000;

  private final int warmUps;
  private final int iterations;
  private final TimeValue time;

  public EngineBench(boolean quick) {
    // Code that decides is compiled late: with 2 s of warm-up a life took ten times as long.
    this(quick ? 7 : 10, quick ? 3 : 5, TimeValue.milliseconds(quick ? 800 : 2_000));
  }

  EngineBench(int warmUps, int iterations, TimeValue time) {
    this.warmUps = warmUps;
    this.iterations = iterations;
    this.time = time;
  }

  @Override
  public List<Bar> run(Setup setup) throws IOException {
    var table =
        new Table(
            List.of(
                Column.words("benchmark"),
                Column.words("parameters"),
                new Column("operations/s", 0),
                new Column("± 99.9 %", 0),
                new Column("ns each", 0)));
    double lives = Double.NaN;
    for (RunResult result : results()) {
      var score = result.getPrimaryResult();
      String name = result.getParams().getBenchmark();
      String label = name.substring(EngineBench.class.getPackageName().length() + 1);
      table.add(
          label,
          parameters(result),
          score.getScore(),
          score.getScoreError(),
          1e9 / score.getScore());
      if (label.equals("SlotBenchmark.life")) {
        lives = score.getScore();
      }
    }
    setup.publish(
        new Report(
            "engine",
            "The engine alone",
            List.of(
                "One thread, 1 KB of data, no server, no network, no sync: a task's life is"
                    + " enqueue,"
                    + " lease and dequeue; a frame has %d entries."
                        .formatted(JournalBenchmark.ENTRIES),
                "`./millrace bench engine`"),
            table,
            List.of()));
    return List.of(Bar.atLeast("engine-lives", lives, LIVES_MIN, "/s"));
  }

  private static String parameters(RunResult result) {
    var parameters = result.getParams();
    return String.join(
        " ",
        parameters.getParamsKeys().stream()
            .map(key -> key + "=" + parameters.getParam(key))
            .toList());
  }

  private Collection<RunResult> results() throws IOException {
    var options =
        new OptionsBuilder()
            .include(EngineBench.class.getPackageName() + "\\..*Benchmark\\..*")
            // In this process: JMH talks to others by serialised objects, which the launcher
            // forbids.
            .forks(0)
            .warmupIterations(warmUps)
            .warmupTime(time)
            .measurementIterations(iterations)
            .measurementTime(time)
            .timeUnit(TimeUnit.SECONDS)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .build();
    try {
      return new Runner(options).run();
    } catch (RunnerException e) {
      throw new IOException("the benchmarks failed: " + e.getMessage(), e);
    }
  }
}
