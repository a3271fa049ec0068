package dev.millrace.node;

import dev.millrace.queue.Command;
import dev.millrace.queue.Invariant;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Slot;

/** Asks an opened slot something, outside of the path of commands. */
final class Reading {
  private Reading() {}

  /** The answer of a command that changes nothing. */
  static <R extends Reply> R of(Slot slot, Command command, Class<R> answer) {
    var steps = slot.execute(Slots.NOBODY, command, slot.timeMillis());
    Invariant.check(
        steps.size() == 1 && steps.getFirst().changes().isEmpty(),
        "reading changed slot=%d",
        slot.number());
    return answer.cast(steps.getFirst().answers().getFirst().reply());
  }
}
