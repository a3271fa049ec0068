package dev.millrace.queue;

/**
 * Space for a step, in the journal and in memory. A slot asks for it before a step takes effect, so
 * that a full disk or memory changes nothing.
 */
@FunctionalInterface
public interface Room {
  /** Room without end. */
  Room UNLIMITED = (bytes, growth) -> Answer.TAKEN;

  /** Whether there was room. */
  enum Answer {
    TAKEN,
    DISK_FULL,
    /** Changes wait in memory until the store has them, and too many do. */
    OVERLOADED
  }

  /**
   * Sets {@code bytes} aside for a step.
   *
   * @param growth whether the step leaves more tasks than before; others may use what is kept in
   *     reserve for them
   */
  Answer tryTake(int bytes, boolean growth);
}
