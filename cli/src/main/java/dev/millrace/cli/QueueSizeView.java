package dev.millrace.cli;

import dev.millrace.api.v1.QueueSize;
import java.util.List;

/** Shows queues by their size. */
final class QueueSizeView implements View<QueueSize> {
  @Override
  public List<Column<QueueSize>> columns() {
    return List.of(
        Column.text("queue", size -> Spelling.printable(size.getQueue().getName())),
        Column.<QueueSize>text("group", size -> Spelling.printable(size.getQueue().getGroup()))
            .unlessEmpty(),
        Column.number("available", size -> Wording.count(size.getAvailable())),
        Column.number("leased", size -> Wording.count(size.getLeased())),
        Column.number("delayed", size -> Wording.count(size.getDelayed())),
        Column.number("head age", QueueSizeView::headAge),
        Column.<QueueSize>text("paused", size -> size.getPaused() ? "paused" : "").unlessEmpty());
  }

  private static String headAge(QueueSize size) {
    return size.hasHeadAge() ? Wording.duration(WireTime.duration(size.getHeadAge())) : "";
  }

  @Override
  public void write(QueueSize size, JsonObject json) {
    json.put("queue", size.getQueue().getName()).put("group", size.getQueue().getGroup());
    writeNumbers(size, json);
    json.put("paused", size.getPaused()).put("generation", size.getGeneration());
  }

  /** What a sum over queues has as well. */
  static void writeNumbers(QueueSize size, JsonObject json) {
    json.put("available", size.getAvailable())
        .put("leased", size.getLeased())
        .put("delayed", size.getDelayed());
    if (size.hasHeadAge()) {
      json.put("head_age_seconds", WireTime.duration(size.getHeadAge()).toMillis() / 1000.0);
    }
  }
}
