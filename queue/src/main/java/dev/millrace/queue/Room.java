package dev.millrace.queue;

/**
 * Space for a step, in the journal and in memory. A slot asks for it before a step takes effect, so
 * that a full disk or memory changes nothing.
 */
@FunctionalInterface
public interface Room {
  /** Room without end. */
  Room UNLIMITED = (bytes, kind) -> Answer.TAKEN;

  /** What a step is for. What is refused later may use what is kept in reserve for it. */
  enum Kind {
    /** Leaves more tasks than before; refused first. */
    GROWTH,
    /** Begins work, which will want room again to end. */
    GRANT,
    /** All else; refused last. */
    COMPLETION
  }

  /** Whether there was room. */
  enum Answer {
    TAKEN,
    DISK_FULL,
    /** Changes wait in memory until the store has them, and too many do. */
    OVERLOADED
  }

  /** Sets {@code bytes} aside for a step. */
  Answer tryTake(int bytes, Kind kind);
}
