package dev.millrace.queue;

/**
 * Space for a step in the journal. A slot asks for it before a step takes effect, so that a full
 * disk changes nothing.
 */
@FunctionalInterface
public interface Room {
  /** Room without end. */
  Room UNLIMITED = (bytes, growth) -> true;

  /**
   * Sets {@code bytes} aside for a step; false when there are none.
   *
   * @param growth whether the step leaves more tasks than before; others may use what is kept in
   *     reserve for them
   */
  boolean tryTake(int bytes, boolean growth);
}
