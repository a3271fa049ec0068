package dev.millrace.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.report.Chart;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTableTest {
  private static final double NO = Double.NaN;

  @Test
  void everySizeIsARowAndAPointOfEveryCurve() {
    var report = ScaleTable.report(List.of(point(1_000_000, 5), point(10_000_000, 6)), List.of());

    assertThat(report.table().csv().lines()).hasSize(3);
    assertThat(report.charts())
        .allSatisfy(
            chart ->
                assertThat(((Chart.Lines) chart).lines())
                    .allSatisfy(line -> assertThat(line.points()).hasSize(2)));
  }

  @Test
  void whatWasNotMeasuredIsNotDrawn() {
    var report = ScaleTable.report(List.of(point(1_000_000, NO), point(10_000_000, 6)), List.of());

    var fifo = ((Chart.Lines) report.charts().getFirst()).lines().getFirst();
    assertThat(fifo.points()).containsExactly(new Chart.Point(10_000_000, 6));
  }

  private static Point point(long tasks, double fifoP99) {
    return new Point(tasks, 1e5, fifoP99, 5, 5, 9, 2, 0, 20, 19, 1L << 30, 2L << 30);
  }
}
