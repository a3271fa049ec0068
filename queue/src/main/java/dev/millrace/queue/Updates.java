package dev.millrace.queue;

import dev.millrace.queue.Change.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Executes updates: all elements or none; docs/protocol.md, "Update". */
final class Updates {
  private final Steps steps;
  private final Unknowns unknowns;
  private final Limits limits;

  Updates(Steps steps, Unknowns unknowns, Limits limits) {
    this.steps = steps;
    this.unknowns = unknowns;
    this.limits = limits;
  }

  void update(long caller, Command.Update update, long now) {
    if (update.size() > limits.elementsMax()) {
      steps.fail(
          caller,
          new Problem(
              ErrorCode.TOO_LARGE,
              "an update has at most %d elements, this one has %d"
                  .formatted(limits.elementsMax(), update.size())));
      return;
    }
    if (steps.isSettled(caller, update.request(), Outcome.Update.class, now)) {
      return;
    }
    Edit edit = steps.edit(now);
    Elements elements = new Elements(edit, limits);
    @Nullable Problem refusal = null;
    List<ElementResult> results = new ArrayList<>(update.elements().size());
    int number = 0;
    for (int i = 0; i < update.elements().size(); i++) {
      Element element = update.elements().get(i);
      edit.beginElement(number);
      number += element.size();
      Attempt attempt = elements.apply(element);
      switch (attempt) {
        case Attempt.Did(var result) -> results.add(result);
        case Attempt.Refused(var problem) -> {
          if (refusal == null) {
            refusal = problem.at(i);
          }
        }
      }
      // What was refused may only be unknown: the rest is looked at too, to read all at once.
      if (refusal != null && !unknowns.any()) {
        break;
      }
    }
    if (unknowns.any()) {
      edit.rollback();
      return;
    }
    if (refusal != null) {
      edit.rollback();
      steps.failForGood(caller, update.request(), refusal, now);
      return;
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
