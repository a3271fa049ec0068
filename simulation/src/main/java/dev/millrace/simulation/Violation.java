package dev.millrace.simulation;

/**
 * Something that must never happen has happened: {@code check} names the rule, as in
 * docs/promises.md.
 */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String check;

  Violation(String check, String message) {
    super(check + ": " + message);
    this.check = check;
  }

  private Violation(RuntimeException cause) {
    super("X2: " + cause, cause);
    this.check = "X2";
  }

  /** Something threw what nobody expects. */
  static Violation unexpected(RuntimeException cause) {
    return new Violation(cause);
  }

  String check() {
    return check;
  }
}
