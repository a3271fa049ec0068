package dev.millrace.node;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * What was executed together: the steps to make durable, and the answers that wait for that. Filled by the execute side,
 * then handed to the journal side and not changed any more.
 */
public final class Batch {
  private final List<SlotStep> steps = new ArrayList<>();
  private final List<Held> held = new ArrayList<>();
  private long bytes;

  /** A step that changed something. */
  record SlotStep(int slot, Step step) {}

  /** An answer that may not leave yet. */
  record Held(Call call, Answer answer) {}

  void add(int slot, Step step) {
    steps.add(new SlotStep(slot, step));
    bytes += step.encoded().length();
  }

  void hold(Call call, Answer answer) {
    held.add(new Held(call, answer));
  }

  List<SlotStep> steps() {
    return steps;
  }

  /** Encoded steps. */
  public long bytes() {
    return bytes;
  }

  /** Whether there is something to make durable. */
  public boolean hasSteps() {
    return !steps.isEmpty();
  }

  public boolean isEmpty() {
    return steps.isEmpty() && held.isEmpty();
  }

  /** Lets the answers go that need no more than {@code reached}. */
  void release(Durability reached) {
    for (Held one : held) {
      if (one.call.durability() == reached) {
        one.call.onAnswer().accept(one.answer);
      }
    }
  }

  void fail(ErrorCode code, String message) {
    for (Held one : held) {
      one.call.fail(code, message);
    }
  }
}
