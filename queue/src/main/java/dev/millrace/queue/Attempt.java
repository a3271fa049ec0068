package dev.millrace.queue;

/** What came of an element: a result, or the problem that fails its update. */
sealed interface Attempt {
  record Did(ElementResult result) implements Attempt {}

  record Refused(Problem problem) implements Attempt {}

  static Attempt refused(ErrorCode code, String format, Object... args) {
    return new Refused(new Problem(code, format.formatted(args)));
  }
}
