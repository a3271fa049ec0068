package dev.millrace.journal;

/** Checks that are always on: a false one is an error of the program, not of its surroundings. */
final class Invariant {
  private Invariant() {}

  static void check(boolean holds, String message) {
    if (!holds) {
      throw new InvariantViolation(message);
    }
  }
}
