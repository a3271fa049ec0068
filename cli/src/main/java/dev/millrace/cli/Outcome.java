package dev.millrace.cli;

import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.ElementResult;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.TaskState;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;

/** What became of one element of an update. */
record Outcome(Queue queue, ElementResult result) {
  static Outcome of(Element element, ElementResult result) {
    return new Outcome(queue(element), result);
  }

  private static Queue queue(Element element) {
    return switch (element.getKindCase()) {
      case ENQUEUE -> element.getEnqueue().getQueue();
      case DEQUEUE -> element.getDequeue().getQueue();
      case RENEW -> element.getRenew().getQueue();
      case RELEASE -> element.getRelease().getQueue();
      case MOVE -> element.getMove().getQueue();
      case EXPECT, KIND_NOT_SET -> Queue.getDefaultInstance();
    };
  }

  private String word() {
    return result.getOutcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private String existing() {
    return result.getExisting() == TaskState.TASK_STATE_UNSPECIFIED
        ? ""
        : TaskView.word(result.getExisting());
  }

  /** Shows outcomes. */
  static final class OutcomeView implements View<Outcome> {
    @Override
    public List<Column<Outcome>> columns() {
      return List.of(
          Column.text("queue", outcome -> Spelling.printable(outcome.queue.getName())),
          Column.<Outcome>text("group", outcome -> Spelling.printable(outcome.queue.getGroup()))
              .unlessEmpty(),
          Column.text("pid", outcome -> Spelling.pid(outcome.result.getPid())),
          Column.text("outcome", Outcome::word),
          Column.text("was", Outcome::existing).unlessEmpty(),
          Column.text("until", OutcomeView::deadline).unlessEmpty(),
          Column.<Outcome>text(
                  "now in", outcome -> Spelling.printable(outcome.result.getMovedTo().getName()))
              .unlessEmpty());
    }

    private static String deadline(Outcome outcome) {
      return outcome.result.hasDeadline()
          ? Wording.time(WireTime.time(outcome.result.getDeadline()), ZoneId.systemDefault())
          : "";
    }

    @Override
    public void write(Outcome outcome, JsonObject json) {
      var result = outcome.result;
      json.put("queue", outcome.queue.getName())
          .put("group", outcome.queue.getGroup())
          .put("pid", result.getPid())
          .put("outcome", outcome.word().replace(' ', '_'));
      if (!outcome.existing().isEmpty()) {
        json.put("existing", outcome.existing());
      }
      if (result.hasDeadline()) {
        json.put("deadline", WireTime.time(result.getDeadline()).toString());
      }
      if (result.hasMovedTo()) {
        json.put("moved_to", result.getMovedTo().getName());
      }
    }
  }
}
