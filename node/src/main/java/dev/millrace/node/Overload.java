package dev.millrace.node;

import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import dev.millrace.stages.Admission.Refused;
import java.time.Duration;

/** What callers are told when there is too much to do. Nothing has happened then. */
final class Overload {
  private Overload() {}

  static Problem problem(Refused refused) {
    String message =
        switch (refused.reason()) {
          case FULL, CLOSED -> "too much waits to be executed";
          case BUSY -> "what waits to be executed takes too long already";
          case SHARE -> "much waits to be executed, and this client has its share of it";
          case RATE -> "too much came in a short time";
        };
    return new Problem(ErrorCode.OVERLOADED, message).retryAfter(refused.retryAfter().toMillis());
  }

  static Problem problem(Duration retryAfter) {
    return new Problem(ErrorCode.OVERLOADED, "too much waits to be executed")
        .retryAfter(retryAfter.toMillis());
  }

  /** The answer to a call that was taken, and then waited for too long. */
  static Problem late(Duration retryAfter) {
    return new Problem(ErrorCode.OVERLOADED, "the call waited too long to be executed")
        .retryAfter(retryAfter.toMillis());
  }
}
