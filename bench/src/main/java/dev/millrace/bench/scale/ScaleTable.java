package dev.millrace.bench.scale;

import dev.millrace.bench.report.Chart;
import dev.millrace.bench.report.Report;
import dev.millrace.bench.report.Table;
import dev.millrace.bench.report.Table.Column;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of a node at each of its sizes, and their curves. */
final class ScaleTable {
  private static final double MEBIBYTE = 1 << 20;

  private ScaleTable() {}

  static Report report(List<Point> points, List<String> about) {
    return new Report(
        "scale",
        "A node against the number of its tasks",
        about,
        table(points),
        List.of(
            chart(
                "p99",
                "ms",
                List.of(
                    line("FIFO enqueue", points, Point::fifoP99),
                    line("random enqueue", points, Point::anywhereP99),
                    line("lease", points, Point::leaseP99),
                    line("list by regex", points, Point::listP99))),
            chart(
                "Memory",
                "MiB",
                List.of(
                    line("process", points, point -> point.peakBytes() / MEBIBYTE),
                    line("page cache", points, point -> point.pageCacheBytes() / MEBIBYTE))),
            chart(
                "First lease after kill -9",
                "s",
                List.of(line("start and lease", points, Point::restartSeconds)))));
  }

  private static Table table(List<Point> points) {
    var table =
        new Table(
            List.of(
                Column.words("tasks"),
                new Column("enqueued/s", 0),
                new Column("FIFO enqueue p99 ms", 2),
                new Column("random enqueue p99 ms", 2),
                new Column("lease p99 ms", 2),
                new Column("list p99 ms", 1),
                new Column("first lease after kill s", 2),
                new Column("B/task", 1),
                new Column("B/task compacted", 1),
                new Column("RSS MiB", 0),
                new Column("page cache MiB", 0)));
    for (Point point : points) {
      table.add(
          ScaleBars.word(point.tasks()),
          point.perSecond(),
          point.fifoP99(),
          point.anywhereP99(),
          point.leaseP99(),
          point.listP99(),
          point.restartSeconds(),
          point.bytes(),
          point.compacted(),
          point.peakBytes() / MEBIBYTE,
          point.pageCacheBytes() / MEBIBYTE);
    }
    return table;
  }

  private static Chart chart(String title, String unit, List<Chart.Line> lines) {
    return new Chart.Lines(title, "tasks", unit, true, false, lines);
  }

  private static Chart.Line line(String name, List<Point> points, ToDoubleFunction<Point> value) {
    return new Chart.Line(
        name,
        points.stream()
            .filter(point -> Double.isFinite(value.applyAsDouble(point)))
            .map(point -> new Chart.Point(point.tasks(), value.applyAsDouble(point)))
            .toList());
  }
}
