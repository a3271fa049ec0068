package dev.millrace.journal;

/** What a reservation is for, which decides whether it may use the reserve of a full disk. */
public enum Purpose {
  /** Adds work, such as an enqueue; refused first. */
  GROWTH,
  /** Finishes or keeps work, such as a dequeue or a renewal; may use the reserve. */
  COMPLETION
}
