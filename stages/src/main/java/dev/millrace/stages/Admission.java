package dev.millrace.stages;

/** Whether a stage took an event. */
public sealed interface Admission {
  /** The event will be handled. */
  record Accepted() implements Admission {}

  /** The event won't be handled: the caller may answer with less, later or not at all. */
  record Refused(Reason reason) implements Admission {}

  /** Why an event was refused. */
  enum Reason {
    /** The queue is full; later there may be room. */
    FULL,
    /** The stage was closed or has failed, for good. */
    CLOSED
  }

  default boolean isAccepted() {
    return this instanceof Accepted;
  }
}
