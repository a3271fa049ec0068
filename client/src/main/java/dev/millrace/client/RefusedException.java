package dev.millrace.client;

import dev.millrace.api.v1.Problem;
import org.jspecify.annotations.Nullable;

/** The call was not executed, or executed and refused: nothing changed. */
public sealed class RefusedException extends MillraceException permits LeaseLostException {
  private static final long serialVersionUID = 1;

  RefusedException(Problem problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  @Override
  RefusedException atCaller() {
    return new RefusedException(problem(), this);
  }
}
