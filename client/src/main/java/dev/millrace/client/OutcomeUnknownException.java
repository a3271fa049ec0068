package dev.millrace.client;

import dev.millrace.api.v1.Problem;
import org.jspecify.annotations.Nullable;

/**
 * The call may or may not have been executed, and the client has tried what it could to find out. A
 * look at the queue tells; sending the same change again may make it twice.
 */
public final class OutcomeUnknownException extends MillraceException {
  private static final long serialVersionUID = 1;

  OutcomeUnknownException(Problem problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  @Override
  OutcomeUnknownException atCaller() {
    return new OutcomeUnknownException(problem(), this);
  }
}
