package dev.millrace.bench.scale;

import dev.millrace.bench.Bar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the sizes are compared with: the smallest of them, and fixed limits. */
final class ScaleBars {
  private static final double ORDERED_GROWTH_MAX = 1.5;
  private static final double ANYWHERE_GROWTH_MAX = 3;
  private static final double RESTART_SECONDS_MAX = 5;
  private static final double LIST_MILLIS_MAX = 50;
  private static final double BYTES_MAX = 50;
  private static final double COMPACTED_BYTES_MAX = 35;

  private ScaleBars() {}

  static List<Bar> of(List<Point> points, ScalePlan plan) {
    List<Bar> bars = new ArrayList<>();
    Point first = points.getFirst();
    for (Point point : points) {
      String name = "scale-" + word(point.tasks());
      if (!point.equals(first)) {
        bars.add(
            growth(name + "-fifo-enqueue", point.fifoP99(), first.fifoP99(), ORDERED_GROWTH_MAX));
        bars.add(growth(name + "-lease", point.leaseP99(), first.leaseP99(), ORDERED_GROWTH_MAX));
        bars.add(
            growth(
                name + "-random-enqueue",
                point.anywhereP99(),
                first.anywhereP99(),
                ANYWHERE_GROWTH_MAX));
      }
      bars.add(new Bar(name + "-restart", point.restartSeconds(), RESTART_SECONDS_MAX, "s"));
      bars.add(new Bar(name + "-wrong-counters", point.wrongCounters(), 0, ""));
      bars.add(new Bar(name + "-list-p99", point.listP99(), LIST_MILLIS_MAX, "ms"));
      bars.add(new Bar(name + "-bytes", point.bytes(), BYTES_MAX, "B"));
      bars.add(new Bar(name + "-bytes-compacted", point.compacted(), COMPACTED_BYTES_MAX, "B"));
      bars.add(memory(name + "-rss", point.peakBytes(), plan));
    }
    return bars;
  }

  static Bar memory(String name, long peakBytes, ScalePlan plan) {
    double limit = plan.memoryBytes() / 1048576.0;
    return peakBytes == 0
        ? Bar.unmeasured(name, limit, "MiB")
        : new Bar(name, peakBytes / 1048576.0, limit, "MiB");
  }

  static Bar growth(String name, double measured, double base, double limit) {
    return new Bar(name, measured / base, limit, "x");
  }

  /** 1M, 300k, 1B. */
  static String word(long tasks) {
    if (tasks >= 1_000_000_000) {
      return word(tasks / 1e9, "B");
    }
    return tasks >= 1_000_000 ? word(tasks / 1e6, "M") : word(tasks / 1e3, "k");
  }

  private static String word(double number, String unit) {
    String text = String.format(Locale.ROOT, "%.1f", number);
    return (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text) + unit;
  }
}
