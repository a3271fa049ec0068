package dev.millrace.queue;

/** A failure with a stable code, for input that can't be taken and for faults of operation. */
public final class QueueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public QueueException(Problem problem) {
    super(problem.code() + ": " + problem.message());
    this.problem = problem;
  }

  public static QueueException invalid(String format, Object... args) {
    return new QueueException(new Problem(ErrorCode.INVALID, format.formatted(args)));
  }

  public static QueueException tooLarge(String format, Object... args) {
    return new QueueException(new Problem(ErrorCode.TOO_LARGE, format.formatted(args)));
  }

  public Problem problem() {
    return problem;
  }
}
