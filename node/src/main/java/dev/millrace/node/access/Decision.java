package dev.millrace.node.access;

import dev.millrace.queue.Command;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;

/** What became of the wish to execute a command. */
public sealed interface Decision {
  /** It may be executed, in this form: it meets no more than its caller may. */
  record Permitted(Command command) implements Decision {}

  /**
   * It may not.
   *
   * @param verb that is missing
   * @param what a queue, or what stands for many
   * @param element of an update, or {@link Problem#NO_ELEMENT}
   */
  record Denied(Principal principal, Verb verb, String what, int element) implements Decision {
    /** The same whether the queue exists or not. */
    public Problem problem() {
      return new Problem(
          ErrorCode.PERMISSION_DENIED,
          "%s has no right to %s: %s".formatted(principal, verb.word(), what),
          element);
    }
  }
}
