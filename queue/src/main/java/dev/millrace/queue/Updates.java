package dev.millrace.queue;

import dev.millrace.queue.Change.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Executes updates: all elements or none; docs/protocol.md, "Update". */
final class Updates {
  private final Steps steps;
  private final Limits limits;

  Updates(Steps steps, Limits limits) {
    this.steps = steps;
    this.limits = limits;
  }

  void update(long caller, Command.Update update, long now) {
    if (update.elements().size() > limits.elementsMax()) {
      steps.fail(
          caller,
          new Problem(
              ErrorCode.TOO_LARGE,
              "an update has at most %d elements, this one has %d"
                  .formatted(limits.elementsMax(), update.elements().size())));
      return;
    }
    if (steps.isSettled(caller, update.request(), Outcome.Update.class, now)) {
      return;
    }
    Edit edit = steps.edit(now);
    Elements elements = new Elements(edit, limits);
    List<ElementResult> results = new ArrayList<>(update.elements().size());
    for (int i = 0; i < update.elements().size(); i++) {
      edit.beginElement(i);
      Attempt attempt =
          edit.bytes() > Limits.STEP_BYTES_MAX
              ? Attempt.refused(ErrorCode.TOO_LARGE, "the update moves too much data: split it")
              : elements.apply(update.elements().get(i));
      switch (attempt) {
        case Attempt.Did(var result) -> results.add(result);
        case Attempt.Refused(var problem) -> {
          edit.rollback();
          steps.failForGood(caller, update.request(), problem.at(i), now);
          return;
        }
      }
    }
    Reply.Updated reply = new Reply.Updated(results);
    steps.keep(edit, update.request(), new Outcome.Update(reply));
    if (edit.isEmpty()) {
      // Everything collapsed, was skipped or only looked: no state to journal, but statistics to
      // count.
      edit.commit();
      steps.answer(caller, reply);
    } else {
      steps.commitOrFail(edit, caller, reply);
    }
  }
}
