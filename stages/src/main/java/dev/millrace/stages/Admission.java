package dev.millrace.stages;

import java.time.Duration;

/** Whether a stage took an event. */
public sealed interface Admission {
  /** The event will be handled. */
  record Accepted() implements Admission {
    /** So that accepting makes no object. */
    static final Accepted ONE = new Accepted();
  }

  /**
   * The event won't be handled: the caller may answer with less, later or not at all.
   *
   * @param retryAfter about when there may be room; zero if never
   */
  record Refused(Reason reason, Duration retryAfter) implements Admission {}

  /** Why an event was refused. */
  enum Reason {
    /** The queue has no place left. */
    FULL,
    /** What waits takes too long already. */
    BUSY,
    /** Much waits, and this client has its share of it. */
    SHARE,
    /** More came in a while than the stage is to take. */
    RATE,
    /** The stage was closed or has failed, for good. */
    CLOSED
  }

  default boolean isAccepted() {
    return this instanceof Accepted;
  }
}
