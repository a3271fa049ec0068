package dev.millrace.cli;

import com.google.protobuf.ByteString;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.ElementResult;
import dev.millrace.api.v1.Enqueue;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.TaskState;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What became of one element of an update.
 *
 * @param pid of the task that the element is about; empty for an enqueue that was skipped before it
 *     got one
 */
record Outcome(Queue queue, Optional<ByteString> pid, ElementResult result) {
  static Outcome of(Element element, ElementResult result) {
    return switch (element.getKindCase()) {
      case ENQUEUE -> enqueue(element.getEnqueue(), result);
      case DEQUEUE -> of(element.getDequeue().getQueue(), element.getDequeue().getPid(), result);
      case RENEW -> of(element.getRenew().getQueue(), element.getRenew().getPid(), result);
      case RELEASE -> of(element.getRelease().getQueue(), element.getRelease().getPid(), result);
      case MOVE -> of(element.getMove().getQueue(), element.getMove().getPid(), result);
      case ENQUEUE_ALL -> of(element.getEnqueueAll().getQueue(), result.getPid(), result);
      case EXPECT, KIND_NOT_SET ->
          new Outcome(Queue.getDefaultInstance(), Optional.empty(), result);
    };
  }

  private static Outcome of(Queue queue, ByteString pid, ElementResult result) {
    return new Outcome(queue, Optional.of(pid), result);
  }

  private static Outcome enqueue(Enqueue enqueue, ElementResult result) {
    var hasPid = enqueue.hasPid() || result.getOutcome() != ElementResult.Outcome.SKIPPED;
    return new Outcome(
        enqueue.getQueue(), hasPid ? Optional.of(result.getPid()) : Optional.empty(), result);
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
          Column.text("pid", outcome -> outcome.pid.map(Spelling::pid).orElse("")),
          Column.text("outcome", Outcome::word),
          Column.text("was", Outcome::existing).unlessEmpty(),
          Column.text("until", OutcomeView::deadline).unlessEmpty(),
          Column.<Outcome>text(
                  "now in", outcome -> Spelling.printable(outcome.result.getMovedTo().getName()))
              .unlessEmpty(),
          Column.text("now pid", OutcomeView::newPid).unlessEmpty());
    }

    private static String deadline(Outcome outcome) {
      return outcome.result.hasDeadline()
          ? Wording.time(WireTime.time(outcome.result.getDeadline()), ZoneId.systemDefault())
          : "";
    }

    private static String newPid(Outcome outcome) {
      return outcome.result.hasMovedTo() ? Spelling.pid(outcome.result.getPid()) : "";
    }

    @Override
    public void write(Outcome outcome, JsonObject json) {
      var result = outcome.result;
      json.put("queue", outcome.queue.getName()).put("group", outcome.queue.getGroup());
      outcome.pid.ifPresent(pid -> json.put("pid", pid));
      json.put("outcome", outcome.word().replace(' ', '_'));
      if (!outcome.existing().isEmpty()) {
        json.put("existing", outcome.existing());
      }
      if (result.hasDeadline()) {
        json.put("deadline", WireTime.time(result.getDeadline()).toString());
      }
      if (result.hasMovedTo()) {
        json.put("moved_to", result.getMovedTo().getName()).put("moved_to_pid", result.getPid());
      }
    }
  }
}
