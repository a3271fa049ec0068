package dev.millrace.bench.overload;

import dev.millrace.bench.report.Chart;
import dev.millrace.bench.report.Report;
import dev.millrace.bench.report.Table;
import dev.millrace.bench.report.Table.Column;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of levels. */
final class OverloadTable {
  private OverloadTable() {}

  static Table of(List<Level> levels) {
    var table =
        new Table(
            List.of(
                Column.words("load"),
                new Column("offered/s", 0),
                new Column("accepted/s", 0),
                new Column("refused/s", 0),
                new Column("unsent/s", 0),
                new Column("p50 ms", 0),
                new Column("p90 ms", 0),
                new Column("p99 ms", 0),
                new Column("p99.9 ms", 0),
                new Column("refusal p99 ms", 1),
                new Column("Jain", 4),
                new Column("plain Jain", 4),
                new Column("Jain of refusals", 4),
                new Column("greedy gets x", 1),
                new Column("expired", 0),
                new Column("late p99 ms", 1),
                new Column("swarm cores", 2),
                new Column("node cores", 2),
                new Column("others %", 0),
                new Column("RSS MiB", 0),
                Column.words("note")));
    for (Level level : levels) {
      table.add(
          level.name(),
          level.offeredPerSecond(),
          level.goodput(),
          level.refusedPerSecond(),
          level.unsentPerSecond(),
          level.millis(50),
          level.millis(90),
          level.millis(99),
          level.millis(99.9),
          level.refusalMillis(99),
          level.jain(),
          level.plainJain(),
          level.jainOfRefusals(),
          level.tally().phase().hasGreedyClient() ? level.greedyTimes() : Double.NaN,
          level.tally().expired(),
          Percentile.millis(level.tally().lateness(), 99),
          level.swarmCores(),
          level.nodeCores(),
          level.othersPercent(),
          level.rssBytes() / 1048576.0,
          level.isDisturbed() ? "disturbed" : "");
    }
    return table;
  }

  static Report report(
      String name, String title, List<String> about, List<Level> rows, List<Level> drawn) {
    return new Report(
        name,
        title,
        about,
        of(rows),
        List.of(
            chart(
                "Requests a second",
                "requests/s",
                List.of(
                    line("accepted", drawn, Level::goodput),
                    line("refused", drawn, Level::refusedPerSecond))),
            chart(
                "Latency of accepted requests",
                "ms",
                List.of(
                    line("p50", drawn, level -> level.millis(50)),
                    line("p90", drawn, level -> level.millis(90)),
                    line("p99", drawn, level -> level.millis(99)),
                    line("p99.9", drawn, level -> level.millis(99.9))))));
  }

  private static Chart chart(String title, String unit, List<Chart.Line> lines) {
    return new Chart.Lines(title, "load, times the capacity", unit, true, true, lines);
  }

  /** Scales are logarithmic: what is 0 isn't drawn. */
  private static Chart.Line line(String name, List<Level> levels, ToDoubleFunction<Level> value) {
    return new Chart.Line(
        name,
        levels.stream()
            .filter(level -> level.times() > 0 && value.applyAsDouble(level) > 0)
            .map(level -> new Chart.Point(level.times(), value.applyAsDouble(level)))
            .toList());
  }
}
