package dev.millrace.node.metrics;

import dev.millrace.node.TimeCounts;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.function.Consumer;

/** A histogram that was counted by the node itself, and is made for the one who asks. */
final class TimeMetric implements Collector {
  private final Metric metric;
  private final Source source;

  /** Gives all that there is, one after the other. */
  interface Source {
    void show(Row row);
  }

  /** One row of a histogram. */
  interface Row {
    void add(Labels labels, TimeCounts counts);
  }

  TimeMetric(Metric metric, Source source) {
    this.metric = metric;
    this.source = source;
  }

  @Override
  public MetricSnapshot collect() {
    var histogram = HistogramSnapshot.builder().name(metric.id()).help(metric.help());
    Consumer<HistogramDataPointSnapshot> points = histogram::dataPoint;
    source.show((labels, counts) -> points.accept(point(labels, counts)));
    return histogram.build();
  }

  private static HistogramDataPointSnapshot point(Labels labels, TimeCounts counts) {
    var buckets = ClassicHistogramBuckets.builder();
    for (int step = 0; step <= TimeCounts.STEPS; step++) {
      buckets.bucket(TimeCounts.upperSeconds(step), counts.count(step));
    }
    var point = HistogramDataPointSnapshot.builder().classicHistogramBuckets(buckets.build());
    point.labels(labels);
    point.sum(counts.seconds());
    return point.build();
  }
}
