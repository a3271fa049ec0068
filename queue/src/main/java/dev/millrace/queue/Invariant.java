package dev.millrace.queue;

import org.jspecify.annotations.Nullable;

/**
 * Checks that are always on. A broken one is a defect of Millrace: the slot stops rather than go on
 * with wrong state.
 */
public final class Invariant {
  private Invariant() {}

  public static void check(boolean holds, String message, Object... args) {
    if (!holds) {
      throw new Violation(message.formatted(args));
    }
  }

  /** The value, which must be there. */
  static <T> T present(@Nullable T value, String message, Object... args) {
    if (value == null) {
      throw new Violation(message.formatted(args));
    }
    return value;
  }

  /** A state that must never occur. */
  public static final class Violation extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
      super(message);
    }
  }
}
