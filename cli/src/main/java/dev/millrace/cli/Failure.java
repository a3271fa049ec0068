package dev.millrace.cli;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why a command ends without success: a code and a line for people, an exit code for scripts. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String code;
  private final ExitCode exitCode;
  private final @Nullable Duration retryAfter;
  private final int element;

  Failure(ExitCode exitCode, String code, String message) {
    this(exitCode, code, message, null, -1, null);
  }

  /**
   * A failed call.
   *
   * @param retryAfter how long the server asks the caller to wait, if it does
   * @param element the element of the update that failed, or -1
   */
  Failure(
      ExitCode exitCode,
      String code,
      String message,
      @Nullable Duration retryAfter,
      int element,
      @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
    this.code = code;
    this.retryAfter = retryAfter;
    this.element = element;
  }

  /** A command line that picocli accepts and that still makes no sense. */
  static Failure usage(String message) {
    return new Failure(ExitCode.INVALID, "INVALID", message);
  }

  /** The same failure, with a line that says more. */
  Failure withMessage(String message) {
    return new Failure(exitCode, code, message, retryAfter, element, this);
  }

  /** The same failure of a call that may have been executed when it was tried before. */
  Failure withOutcomeUnknown() {
    return new Failure(
        ExitCode.OUTCOME_UNKNOWN,
        "OUTCOME_UNKNOWN",
        String.valueOf(getMessage()),
        retryAfter,
        element,
        this);
  }

  ExitCode exitCode() {
    return exitCode;
  }

  String code() {
    return code;
  }

  Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** The element of the update that failed, or -1. */
  int element() {
    return element;
  }

  /** What people read on the standard error output. */
  String line() {
    return "millrace: " + code + ": " + Spelling.printable(String.valueOf(getMessage()));
  }
}
