package dev.millrace.node.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What may be done to a queue. docs/security.md tells which call needs which. */
public enum Verb {
  /** Putting tasks in. */
  ENQUEUE,
  /** Leasing tasks. */
  LEASE,
  /** Finishing, renewing and releasing tasks under a lease. */
  COMPLETE,
  /** Knowing that the queue exists, its numbers, and its tasks. */
  LIST,
  /** Taking away what somebody else may hold: tasks without a lease, and whole queues. */
  DELETE,
  /** All of these, and pauses; for every queue, the server itself. */
  ADMIN;

  /** As in a rule. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Verb> of(String word) {
    return Arrays.stream(values()).filter(verb -> verb.word().equals(word)).findFirst();
  }
}
