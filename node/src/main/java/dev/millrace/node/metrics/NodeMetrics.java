package dev.millrace.node.metrics;

import dev.millrace.api.v1.QueueSize;
import dev.millrace.api.v1.QueueStats;
import dev.millrace.api.v1.Rates;
import dev.millrace.api.v1.StatsReply;
import dev.millrace.node.CallCounts;
import dev.millrace.node.TimeCounts;
import dev.millrace.stages.Observation;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** All metrics of a node. One asks at a time. */
public final class NodeMetrics implements AutoCloseable {
  private static final Tags NO_TAGS = Tags.empty();

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private volatile Sample sample;

  /**
   * @param first what the node is like now; its stages are those that there are
   */
  public NodeMetrics(Sample first, Thresholds limits, CallCounts calls, TimeCounts commits) {
    this.sample = first;
    queues();
    first.stages().forEach(stage -> stage(stage.stage()));
    journal();
    store();
    gauges();
    limits(limits);
    times(calls, commits);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  /** All metrics as text, with the values of a sample. */
  public synchronized String text(Sample now) {
    sample = now;
    return registry.scrape();
  }

  private void queues() {
    gauge(Metric.QUEUES, NO_TAGS, of -> total(of, StatsReply::getMatching));
    Map.<String, Function<QueueSize, Number>>of(
            "available", QueueSize::getAvailable,
            "leased", QueueSize::getLeased,
            "delayed", QueueSize::getDelayed)
        .forEach(
            (state, size) ->
                gauge(
                    Metric.TASKS,
                    Tags.of("state", state),
                    of -> total(of, reply -> size.apply(reply.getTotal().getSize()))));
    Map.<String, Function<Rates, Number>>of(
            "enqueued", Rates::getEnqueued,
            "collapsed", Rates::getCollapsed,
            "leased", Rates::getLeased,
            "dequeued", Rates::getDequeued,
            "expired", Rates::getExpired)
        .forEach(
            (event, rate) ->
                gauge(
                    Metric.TASK_RATE,
                    Tags.of("event", event),
                    of -> total(of, reply -> rate.apply(rates(reply.getTotal())))));
  }

  private static Rates rates(QueueStats stats) {
    return stats.getLast10S();
  }

  private static double total(Sample sample, Function<StatsReply, Number> part) {
    return sample.totals().map(part).map(Number::doubleValue).orElse(Double.NaN);
  }

  private void stage(String name) {
    var tags = Tags.of("stage", name);
    stageGauge(Metric.STAGE_WAITING, name, Observation::queueLength);
    stageGauge(Metric.STAGE_WAITING_MAX, name, Observation::queueMax);
    stageGauge(Metric.STAGE_DELAY, name, stage -> stage.delay90Nanos() / 1e9);
    stageGauge(Metric.STAGE_BATCH_MAX, name, Observation::batchMax);
    stageGauge(Metric.STAGE_THREADS, name, Observation::handlers);
    counter(Metric.STAGE_EVENTS, tags, of -> of(of, name, Observation::events));
    counter(Metric.STAGE_BATCHES, tags, of -> of(of, name, Observation::batches));
    counter(Metric.STAGE_REFUSED, tags, of -> of(of, name, Observation::refused));
    counter(Metric.STAGE_WAIT_TIME, tags, of -> of(of, name, stage -> stage.waitedNanos() / 1e9));
    counter(
        Metric.STAGE_SERVICE_TIME, tags, of -> of(of, name, stage -> stage.handledNanos() / 1e9));
  }

  private void stageGauge(Metric metric, String name, ToDoubleFunction<Observation> part) {
    gauge(metric, Tags.of("stage", name), of -> of(of, name, part));
  }

  private static double of(Sample sample, String name, ToDoubleFunction<Observation> part) {
    Observation stage = sample.byStage().get(name);
    return stage == null ? Double.NaN : part.applyAsDouble(stage);
  }

  private void journal() {
    gauge(Metric.JOURNAL_BYTES, NO_TAGS, of -> of.journal().bytes());
    gauge(Metric.JOURNAL_SEGMENTS, NO_TAGS, of -> of.journal().segments());
    gauge(Metric.JOURNAL_SPARE_SEGMENTS, NO_TAGS, of -> of.journal().spareSegments());
    counter(Metric.JOURNAL_FRAMES, NO_TAGS, of -> of.journal().syncedFrame());
    gauge(Metric.JOURNAL_LAG, NO_TAGS, Sample::journalLagBytes);
  }

  private void store() {
    gauge(Metric.STORE_ROWS, NO_TAGS, of -> of.store().rowsEstimate());
    gauge(Metric.STORE_FILES, NO_TAGS, of -> of.store().files());
    gauge(Metric.STORE_BYTES, NO_TAGS, of -> of.store().diskBytes());
    gauge(Metric.STORE_CACHE_BYTES, NO_TAGS, of -> of.store().cacheBytes());
    gauge(Metric.STORE_PENDING_BYTES, NO_TAGS, of -> of.store().pendingCompactionBytes());
    counter(Metric.STORE_ERRORS, NO_TAGS, of -> of.store().backgroundErrors());
    gauge(Metric.STORE_STOPPED, NO_TAGS, of -> bit(of.store().isWriteStopped()));
    counter(Metric.STORE_READS, Tags.of("kind", "inquiry"), of -> of.reads().inquiries());
    counter(Metric.STORE_READS, Tags.of("kind", "look_up"), of -> of.reads().lookUps());
    counter(Metric.STORE_READS, Tags.of("kind", "scan"), of -> of.reads().scans());
    counter(Metric.STORE_READS, Tags.of("kind", "row"), of -> of.reads().rows());
  }

  private void gauges() {
    gauge(Metric.OVERLAY_BYTES, NO_TAGS, of -> of.memory().overlayBytes());
    gauge(Metric.CACHE_BYTES, NO_TAGS, of -> of.memory().cachedBytes());
    gauge(Metric.UNSTORED_AGE, NO_TAGS, Sample::unstoredSeconds);
    gauge(Metric.DISK_FREE, NO_TAGS, Sample::diskFreeBytes);
    gauge(Metric.CONNECTIONS, Tags.of("protocol", "grpc"), Sample::grpcConnections);
    gauge(Metric.CONNECTIONS, Tags.of("protocol", "http"), Sample::httpConnections);
    counter(Metric.CONNECTIONS_REFUSED, NO_TAGS, Sample::httpConnectionsRefused);
    gauge(Metric.READY, NO_TAGS, of -> bit(of.ready()));
  }

  private void limits(Thresholds limits) {
    gauge(Metric.DISK_FREE_LIMIT, NO_TAGS, _ -> limits.diskFreeBytesMin());
    gauge(Metric.OVERLAY_BYTES_LIMIT, NO_TAGS, _ -> limits.overlayBytesMax());
    gauge(Metric.JOURNAL_LAG_LIMIT, NO_TAGS, _ -> limits.journalLagBytesMax());
    gauge(Metric.UNSTORED_AGE_LIMIT, NO_TAGS, _ -> limits.unstoredSecondsMax());
    gauge(Metric.CACHE_BYTES_LIMIT, NO_TAGS, _ -> limits.cacheBytesMax());
    gauge(Metric.STORE_CACHE_BYTES_LIMIT, NO_TAGS, _ -> limits.storeCacheBytesMax());
    alert("disk", limits::isDiskFull);
    alert("overlay", limits::isOverlayFull);
    alert("journal_lag", limits::isJournalLong);
    alert("unstored_age", limits::isStoreBehind);
    alert("store_errors", of -> of.store().backgroundErrors() > 0);
  }

  private void alert(String name, Function<Sample, Boolean> isRaised) {
    gauge(Metric.ALERT, Tags.of("name", name), of -> bit(isRaised.apply(of)));
  }

  private void times(CallCounts calls, TimeCounts commits) {
    var prometheus = registry.getPrometheusRegistry();
    prometheus.register(
        new TimeMetric(
            Metric.CALL_TIME,
            row ->
                calls.show(
                    (kind, outcome, counts) ->
                        row.add(
                            Labels.of(
                                "kind", kind.name().toLowerCase(Locale.ROOT), "outcome", outcome),
                            counts))));
    prometheus.register(new TimeMetric(Metric.COMMIT_TIME, row -> row.add(Labels.EMPTY, commits)));
  }

  private static double bit(boolean value) {
    return value ? 1 : 0;
  }

  private void gauge(Metric metric, Tags tags, ToDoubleFunction<Sample> value) {
    Supplier<Number> now = () -> value.applyAsDouble(sample);
    Gauge.builder(metric.id(), now).description(metric.help()).tags(tags).register(registry);
  }

  private void counter(Metric metric, Tags tags, ToDoubleFunction<Sample> value) {
    FunctionCounter.builder(metric.id(), this, self -> value.applyAsDouble(self.sample))
        .description(metric.help())
        .tags(tags)
        .register(registry);
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
