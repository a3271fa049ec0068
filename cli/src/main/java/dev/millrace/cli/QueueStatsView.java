package dev.millrace.cli;

import dev.millrace.api.v1.QueueStats;
import dev.millrace.api.v1.Rates;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Shows queues by what happens in them. */
final class QueueStatsView implements View<QueueStats> {
  private static final QueueSizeView SIZES = new QueueSizeView();

  private final Function<QueueStats, Rates> rates;

  /** Shows these rates to people; programs get all of them. */
  QueueStatsView(Function<QueueStats, Rates> rates) {
    this.rates = rates;
  }

  @Override
  public List<Column<QueueStats>> columns() {
    return List.of(
        Column.text("queue", QueueStatsView::name),
        Column.<QueueStats>text(
                "group", stats -> Spelling.printable(stats.getSize().getQueue().getGroup()))
            .unlessEmpty(),
        Column.number("available", stats -> Wording.count(stats.getSize().getAvailable())),
        Column.number("leased", stats -> Wording.count(stats.getSize().getLeased())),
        Column.number("delayed", stats -> Wording.count(stats.getSize().getDelayed())),
        Column.number("entered", stats -> Wording.count(stats.getEntered())),
        Column.number("left", stats -> Wording.count(stats.getLeft())),
        rate("enqueued/s", Rates::getEnqueued),
        rate("collapsed/s", Rates::getCollapsed),
        rate("leased/s", Rates::getLeased),
        rate("done/s", Rates::getDequeued),
        rate("expired/s", Rates::getExpired),
        Column.number("mean lease", QueueStatsView::meanLease),
        Column.<QueueStats>text("paused", stats -> stats.getSize().getPaused() ? "paused" : "")
            .unlessEmpty());
  }

  /** The sum over all queues has no name. */
  private static String name(QueueStats stats) {
    return isTotal(stats) ? "(all)" : Spelling.printable(stats.getSize().getQueue().getName());
  }

  private static boolean isTotal(QueueStats stats) {
    return stats.getSize().getQueue().getName().isEmpty();
  }

  private Column<QueueStats> rate(String header, ToDoubleFunction<Rates> rate) {
    return Column.number(header, stats -> Wording.rate(rate.applyAsDouble(rates.apply(stats))));
  }

  private static String meanLease(QueueStats stats) {
    return stats.hasMeanLeaseTime()
        ? Wording.duration(WireTime.duration(stats.getMeanLeaseTime()))
        : "";
  }

  @Override
  public void write(QueueStats stats, JsonObject json) {
    if (isTotal(stats)) {
      json.put("total", true);
      QueueSizeView.writeNumbers(stats.getSize(), json);
    } else {
      SIZES.write(stats.getSize(), json);
    }
    json.put("entered", stats.getEntered())
        .put("left", stats.getLeft())
        .put("last_10s", rates(stats.getLast10S()))
        .put("last_5min", rates(stats.getLast5Min()));
    if (stats.hasMeanLeaseTime()) {
      json.put(
          "mean_lease_seconds", WireTime.duration(stats.getMeanLeaseTime()).toMillis() / 1000.0);
    }
  }

  private static JsonObject rates(Rates rates) {
    return new JsonObject()
        .put("enqueued", rates.getEnqueued())
        .put("collapsed", rates.getCollapsed())
        .put("leased", rates.getLeased())
        .put("dequeued", rates.getDequeued())
        .put("expired", rates.getExpired());
  }
}
