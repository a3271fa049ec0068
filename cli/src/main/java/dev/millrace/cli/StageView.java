package dev.millrace.cli;

import dev.millrace.api.v1.Stage;
import dev.millrace.api.v1.StageMoment;
import java.util.List;
import java.util.Locale;

/** Shows stages by what they did last. */
final class StageView implements View<Stage> {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  @Override
  public List<Column<Stage>> columns() {
    return List.of(
        Column.text("stage", Stage::getName),
        Column.number("waiting", stage -> Wording.count(stage.getWaiting())),
        Column.number("of", stage -> Wording.count(stage.getWaitingMax())),
        Column.number("handled/s", stage -> Wording.rate(last(stage).getHandled())),
        Column.number("refused/s", stage -> Wording.rate(last(stage).getRefused())),
        Column.number("batch", stage -> decimal(last(stage).getBatchSize())),
        Column.number("threads", stage -> Wording.count(last(stage).getHandlers())),
        Column.number("wait \u00b5s", stage -> micros(last(stage).getDelay())),
        Column.number("service \u00b5s", stage -> micros(last(stage).getService())),
        Column.number("all handled", stage -> Wording.count(stage.getHandled())),
        Column.number("all refused", stage -> Wording.count(stage.getRefused())));
  }

  /** What it did in the last second; nothing, if it was never observed twice. */
  private static StageMoment last(Stage stage) {
    return stage.getSeriesCount() == 0
        ? StageMoment.getDefaultInstance()
        : stage.getSeries(stage.getSeriesCount() - 1);
  }

  private static String decimal(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }

  private static String micros(com.google.protobuf.Duration duration) {
    return decimal(WireTime.duration(duration).toNanos() / NANOS_PER_MICRO);
  }

  @Override
  public void write(Stage stage, JsonObject json) {
    json.put("stage", stage.getName())
        .put("waiting", stage.getWaiting())
        .put("waiting_max", stage.getWaitingMax())
        .put("handled", stage.getHandled())
        .put("refused", stage.getRefused())
        .put("batches", stage.getBatches())
        .put("batch_max", stage.getBatchMax())
        .put("threads", stage.getHandlers())
        .put("delay_p90_seconds", seconds(stage.getDelayP90()))
        .put("series", stage.getSeriesList().stream().map(StageView::moment).toList());
  }

  private static JsonObject moment(StageMoment moment) {
    return new JsonObject()
        .put("time", WireTime.time(moment.getTime()).toString())
        .put("waiting", moment.getWaiting())
        .put("handled_per_second", moment.getHandled())
        .put("refused_per_second", moment.getRefused())
        .put("batch_size", moment.getBatchSize())
        .put("threads", moment.getHandlers())
        .put("delay_seconds", seconds(moment.getDelay()))
        .put("service_seconds", seconds(moment.getService()))
        .put("heap_bytes", moment.getHeapBytes());
  }

  private static double seconds(com.google.protobuf.Duration duration) {
    return WireTime.duration(duration).toNanos() / NANOS_PER_SECOND;
  }
}
