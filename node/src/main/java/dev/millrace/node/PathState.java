package dev.millrace.node;

import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import java.time.Duration;

/** What the path does with commands. It only goes on down this list. */
public sealed interface PathState {
  /** Takes commands. */
  record Serving() implements PathState {}

  /** Takes no more, and finishes what it has taken. */
  record Draining() implements PathState {}

  /** Everything that was taken is answered and durable. */
  record Stopped() implements PathState {}

  /** Something went wrong that only recovery can decide: nothing is executed or shown any more. */
  record Failed(Throwable cause) implements PathState {
    static final Problem PROBLEM =
        new Problem(
            ErrorCode.OUTCOME_UNKNOWN,
            "the server has failed and goes down; what became of its last calls shows when it is up"
                + " again");
  }

  /** The answer to a command that isn't taken. */
  default Problem refusal() {
    return switch (this) {
      case Serving() -> Overload.problem(Duration.ZERO);
      case Draining(), Stopped() -> new Problem(ErrorCode.STOPPING, "the server is going down");
      case Failed _ -> Failed.PROBLEM;
    };
  }
}
