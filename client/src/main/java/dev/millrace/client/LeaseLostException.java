package dev.millrace.client;

import dev.millrace.api.v1.Problem;
import org.jspecify.annotations.Nullable;

/** The lease isn't current any more: stop working on the task, somebody else may have it. */
public final class LeaseLostException extends RefusedException {
  private static final long serialVersionUID = 1;

  LeaseLostException(Problem problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  @Override
  LeaseLostException atCaller() {
    return new LeaseLostException(problem(), this);
  }
}
