package dev.millrace.client;

import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.Problem;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A call failed. Its type is what the caller may conclude: {@link RefusedException} when nothing
 * changed, {@link OutcomeUnknownException} when that isn't known.
 */
public abstract sealed class MillraceException extends RuntimeException
    permits RefusedException, OutcomeUnknownException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  MillraceException(Problem problem, @Nullable Throwable cause) {
    // What is made on the thread of a connection tells nobody where it was made.
    super(problem.getCode() + ": " + problem.getMessage(), cause, true, cause != null);
    this.problem = problem;
  }

  /** What the server said, or what the client says in its place. */
  public Problem problem() {
    return problem;
  }

  public ErrorCode code() {
    return problem.getCode();
  }

  /** The element of the update that failed, counted from 0. */
  public OptionalInt element() {
    return problem.hasElement() ? OptionalInt.of(problem.getElement()) : OptionalInt.empty();
  }

  /** How long to wait before another try. */
  public Optional<Duration> retryAfter() {
    return problem.hasRetryAfter()
        ? Optional.of(Times.of(problem.getRetryAfter()))
        : Optional.empty();
  }

  /** The same, with the stack of the caller who waited for it. */
  abstract MillraceException atCaller();
}
