package dev.millrace.stages;

import org.jspecify.annotations.Nullable;

/** A place in a queue, used again when its event was taken. */
final class Waiting<E> {
  @Nullable E event;
  @Nullable Turn<E> turn;
  int cost;

  /** The class among which it waits. */
  int priority;

  long sinceNanos;

  /** The neighbours by time of arrival, in the class. */
  @Nullable Waiting<E> older;

  @Nullable Waiting<E> younger;

  /** The next one of the same client and class; of any free place, the next free one. */
  @Nullable Waiting<E> behind;
}
