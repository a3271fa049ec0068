package dev.millrace.bench;

import dev.millrace.bench.load.Cell;
import dev.millrace.bench.load.Contender.Setting;
import dev.millrace.bench.load.Job;
import dev.millrace.bench.load.Latency;
import dev.millrace.bench.load.Load;
import dev.millrace.bench.load.Outcome;
import dev.millrace.bench.load.OutcomeTable;
import dev.millrace.bench.report.Chart;
import dev.millrace.bench.report.Report;
import dev.millrace.bench.report.Table;
import dev.millrace.bench.report.Table.Column;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One node under the load of TaskMaster's paper: single-task calls (its table 1) and batches (its
 * figure 5), everything on stable storage before the reply.
 */
public final class SingleBench implements Bench {
  /** How much faster than the paper's node. */
  private static final double TIMES_MIN = 20;

  /** In figure 5, as in the paper. */
  private static final int QUEUES = 10;

  /** So that the largest batches of 500 callers don't ask for more memory than a node has. */
  private static final int TASKS_IN_FLIGHT_MAX = 50_000;

  private static final List<Experiment> EXPERIMENTS =
      List.of(
          new Experiment("enqueue", Job.ENQUEUE, 1_630),
          new Experiment("fifo-enqueue", Job.FIFO, 2_386),
          new Experiment("lease-dequeue", Job.COMPLETE, 1_485));

  private final Size size;

  public SingleBench(boolean quick) {
    this(quick ? Size.QUICK : Size.FULL);
  }

  SingleBench(Size size) {
    this.size = size;
  }

  /**
   * A row of table 1.
   *
   * @param paper tasks a second of the paper's node
   */
  private record Experiment(String name, Job job, double paper) {}

  /** How much of it. */
  record Size(
      int connections,
      int callers,
      List<Integer> batches,
      Duration heat,
      Duration warmUp,
      Duration single,
      Duration batch) {
    static final Size FULL =
        new Size(
            50,
            500,
            List.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000),
            Duration.ofSeconds(20),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5));

    static final Size QUICK =
        new Size(
            50,
            500,
            List.of(50, 1_000),
            Duration.ofSeconds(5),
            Duration.ofMillis(500),
            Duration.ofSeconds(3),
            Duration.ofMillis(1_500));
  }

  @Override
  public List<Bar> run(Setup setup) throws IOException, InterruptedException {
    try (var contender = new MillraceContender(Setting.FSYNC, setup.serve())) {
      contender.start(setup.folder());
      var load = new Load(contender);
      setup.say("warming up for %d s", size.heat.toSeconds());
      var heat = cell(Job.BALANCED).lasting(Duration.ZERO, size.heat);
      List<Outcome> singles = new ArrayList<>();
      List<Outcome> batches = new ArrayList<>();
      double rate = load.run(heat).perSecond();
      for (Experiment experiment : EXPERIMENTS) {
        rate = add(singles, load, cell(experiment.job).lasting(size.warmUp, size.single), rate);
      }
      setup.publish(table1(singles));
      setup.publish(openLoop(open(load, singles)));
      for (int batch : size.batches) {
        for (Experiment experiment : EXPERIMENTS) {
          Cell cell =
              cell(experiment.job)
                  .withQueues(Math.min(QUEUES, size.callers))
                  .withCallers(Math.clamp(TASKS_IN_FLIGHT_MAX / batch, 1, size.callers))
                  .withBatch(batch)
                  .lasting(size.warmUp, size.batch);
          rate = add(batches, load, cell, rate);
        }
      }
      setup.publish(figure5(batches));
      return bars(singles, batches);
    }
  }

  private Cell cell(Job job) {
    return Cell.of(job)
        .withConnections(size.connections)
        .withCallers(size.callers)
        .withQueues(size.connections);
  }

  /**
   * Runs a cell. One that takes has enough to take if it isn't faster than the enqueues before it.
   *
   * @return tasks a second
   */
  private static double add(List<Outcome> outcomes, Load load, Cell cell, double rate)
      throws IOException, InterruptedException {
    double seconds = cell.warmUp().plus(cell.measured()).toMillis() / 1e3;
    long stock = cell.job().roles() == Job.Roles.CONSUME && rate > 0 ? (long) (rate * seconds) : 0;
    Outcome outcome = load.run(cell.withStock(stock));
    outcomes.add(outcome);
    return outcome.perSecond();
  }

  /** Half of what each experiment could do, whether or not the node keeps up. */
  private List<Outcome> open(Load load, List<Outcome> singles)
      throws IOException, InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    for (Outcome single : singles) {
      double rate = single.callsPerSecond() / 2;
      // What failed has no capacity to take half of.
      if (Double.isFinite(single.perSecond())) {
        add(outcomes, load, single.cell().withRate(rate), rate);
      }
    }
    return outcomes;
  }

  private static List<Bar> bars(List<Outcome> singles, List<Outcome> batches) {
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < EXPERIMENTS.size(); i++) {
      double times = singles.get(i).perSecond() / EXPERIMENTS.get(i).paper;
      bars.add(Bar.atLeast("single-" + EXPERIMENTS.get(i).name, times, TIMES_MIN, "x"));
    }
    long failed = batches.stream().filter(outcome -> Double.isNaN(outcome.perSecond())).count();
    bars.add(new Bar("single-batches-failed", failed, 0, ""));
    return bars;
  }

  private static Report table1(List<Outcome> outcomes) {
    var table =
        new Table(
            List.of(
                Column.words("experiment"),
                new Column("paper tasks/s", 0),
                new Column("millrace tasks/s", 0),
                new Column("times", 1),
                new Column("p50 ms", 2),
                new Column("p99 ms", 2),
                new Column("server CPU ms/1,000", 1),
                new Column("client CPU ms/1,000", 1),
                new Column("flushes/s", 0),
                new Column("disk MB/s", 1),
                new Column("RSS MiB", 0),
                new Column("others %", 0),
                Column.words("note")));
    for (int i = 0; i < EXPERIMENTS.size(); i++) {
      Experiment experiment = EXPERIMENTS.get(i);
      Outcome outcome = outcomes.get(i);
      table.add(
          experiment.name,
          experiment.paper,
          outcome.perSecond(),
          outcome.perSecond() / experiment.paper,
          outcome.latency().p50() / 1e3,
          outcome.latency().p99() / 1e3,
          1000 * outcome.serverSecondsPer1000(),
          1000 * outcome.clientSecondsPer1000(),
          outcome.usage().flushesPerSecond(),
          outcome.usage().diskBytesPerSecond() / 1e6,
          outcome.usage().rssBytes() / 1048576.0,
          outcome.usage().othersPercent(),
          outcome.note());
    }
    var chart =
        new Chart.Columns(
            "Single-task operations of one node",
            "",
            "tasks/s",
            true,
            EXPERIMENTS.stream().map(Experiment::name).toList(),
            List.of(
                new Chart.Kind("TaskMaster", EXPERIMENTS.stream().map(Experiment::paper).toList()),
                new Chart.Kind("Millrace", outcomes.stream().map(Outcome::perSecond).toList())));
    return new Report(
        "single-table-1",
        "Single-task operations a second",
        List.of(
            "TaskMaster's table 1: 50 connections with 10 callers each, a queue per connection,"
                + " 1 KB, one task per call, fsync before the reply."
                + " Client and server share one machine; the paper's were machines apart.",
            "`./millrace bench single`"),
        table,
        List.of(chart));
  }

  private static Report openLoop(List<Outcome> outcomes) {
    var table =
        new Table(
            List.of(
                Column.words("experiment"),
                new Column("meant calls/s", 0),
                new Column("tasks/s", 0),
                new Column("p50 ms", 2),
                new Column("p90 ms", 2),
                new Column("p99 ms", 2),
                new Column("p99.9 ms", 2),
                new Column("max ms", 2),
                new Column("others %", 0),
                Column.words("note")));
    for (Outcome outcome : outcomes) {
      Latency latency = outcome.latency();
      table.add(
          outcome.cell().job().name(),
          outcome.cell().rate(),
          outcome.perSecond(),
          latency.p50() / 1e3,
          latency.p90() / 1e3,
          latency.p99() / 1e3,
          latency.p999() / 1e3,
          latency.max() / 1e3,
          outcome.usage().othersPercent(),
          outcome.note());
    }
    return new Report(
        "single-open-loop",
        "Latency at half of the capacity",
        List.of(
            "The cells of table 1 again, with calls that are meant to start at half of the rate"
                + " seen there. Latency counts from when a call was meant to start, so that all"
                + " whom a stall hits tell of it.",
            "`./millrace bench single`"),
        table,
        List.of());
  }

  private static Report figure5(List<Outcome> outcomes) {
    return new Report(
        "single-figure-5",
        "Batches",
        List.of(
            "TaskMaster's figure 5: tasks a second and latency against tasks per call;"
                + " 10 queues, 500 callers, fewer where more than %,d tasks would be under way."
                    .formatted(TASKS_IN_FLIGHT_MAX),
            "Latency is that of a call, of lease and dequeue together; bars are the 20th and 80th"
                + " percentile.",
            "`./millrace bench single`"),
        OutcomeTable.of(outcomes),
        List.of(
            new Chart.Lines(
                "Throughput",
                "tasks per call",
                "tasks/s",
                true,
                true,
                lines(outcomes, Outcome::perSecond, Outcome::perSecond, Outcome::perSecond)),
            new Chart.Lines(
                "Latency",
                "tasks per call",
                "ms",
                true,
                true,
                lines(
                    outcomes,
                    outcome -> outcome.latency().p50() / 1e3,
                    outcome -> outcome.latency().p20() / 1e3,
                    outcome -> outcome.latency().p80() / 1e3))));
  }

  private static List<Chart.Line> lines(
      List<Outcome> outcomes,
      ToDoubleFunction<Outcome> value,
      ToDoubleFunction<Outcome> low,
      ToDoubleFunction<Outcome> high) {
    return EXPERIMENTS.stream()
        .map(
            experiment ->
                new Chart.Line(
                    experiment.name,
                    outcomes.stream()
                        .filter(outcome -> outcome.cell().job().equals(experiment.job))
                        .filter(outcome -> Double.isFinite(outcome.perSecond()))
                        .map(
                            outcome ->
                                new Chart.Point(
                                    outcome.cell().batch(),
                                    value.applyAsDouble(outcome),
                                    low.applyAsDouble(outcome),
                                    high.applyAsDouble(outcome)))
                        .toList()))
        .toList();
  }
}
