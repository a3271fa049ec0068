package dev.millrace.journal;

/** The program did what it must never do; whoever sees this stops serving. */
public final class InvariantViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvariantViolation(String message) {
    super(message);
  }
}
