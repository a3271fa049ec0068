package dev.millrace.bench.load;

import dev.millrace.bench.report.Table;
import dev.millrace.bench.report.Table.Column;
import java.util.List;
import java.util.Locale;

/** Outcomes as rows, all that was seen of each. */
public final class OutcomeTable {
  private OutcomeTable() {}

  public static Table of(List<Outcome> outcomes) {
    var table =
        new Table(
            List.of(
                Column.words("server"),
                Column.words("setting"),
                Column.words("job"),
                new Column("batch", 0),
                new Column("connections", 0),
                new Column("callers", 0),
                new Column("tasks/s", 0),
                new Column("p50 µs", 0),
                new Column("p90 µs", 0),
                new Column("p99 µs", 0),
                new Column("p99.9 µs", 0),
                new Column("max µs", 0),
                new Column("server CPU ms/1,000", 1),
                new Column("client CPU ms/1,000", 1),
                new Column("others %", 0),
                new Column("stolen %", 0),
                new Column("RSS MiB", 0),
                new Column("disk MB/s", 1),
                new Column("flushes/s", 0),
                new Column("failures", 0),
                Column.words("note")));
    outcomes.forEach(outcome -> add(table, outcome));
    return table;
  }

  private static void add(Table table, Outcome outcome) {
    Cell cell = outcome.cell();
    Latency latency = outcome.latency();
    Usage usage = outcome.usage();
    table.add(
        outcome.contender(),
        outcome.setting().name().toLowerCase(Locale.ROOT),
        cell.job().name(),
        cell.batch(),
        cell.connections(),
        cell.callers(),
        outcome.perSecond(),
        latency.p50(),
        latency.p90(),
        latency.p99(),
        latency.p999(),
        latency.max(),
        1000 * outcome.serverSecondsPer1000(),
        1000 * outcome.clientSecondsPer1000(),
        usage.othersPercent(),
        usage.stolenPercent(),
        usage.rssBytes() / 1048576.0,
        usage.diskBytesPerSecond() / 1e6,
        usage.flushesPerSecond(),
        outcome.failures(),
        outcome.note());
  }
}
