package dev.millrace.stages;

import java.util.List;

/** What a stage does with its events. */
@FunctionalInterface
public interface BatchHandler<E> {
  /** No time at all. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Handles events in their order. Whatever it throws ends the stage.
   *
   * @param batch valid during the call; empty when {@link #nextWakeNanos} has come before an event
   */
  void handle(List<E> batch);

  /**
   * When, on the clock of {@link System#nanoTime}, to be called even without an event; {@link
   * #NEVER} for never. Asked before each wait, by the thread of the stage.
   */
  default long nextWakeNanos() {
    return NEVER;
  }

  /**
   * Whether there is no room for what it would make of events: then it isn't called, and soon asked
   * again. For handlers on threads that must not wait.
   */
  default boolean isHeldUp() {
    return false;
  }

  /** The earlier of two times, one of which may be {@link #NEVER}. */
  static long earlier(long one, long other) {
    if (one == NEVER || other == NEVER) {
      return Math.min(one, other);
    }
    return one - other < 0 ? one : other;
  }
}
