package dev.millrace.store;

import org.jspecify.annotations.Nullable;

/** A store can't be used, or a call to it failed. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What the caller may conclude. */
  public enum Problem {
    /** Another process, or another part of this one, has the store open. */
    IN_USE,
    /** A newer program has written it. */
    NEWER_FORMAT,
    /** There is something else in its place. */
    NOT_OURS,
    /** It belongs to another data directory, or was made for another number of slots. */
    OTHER_DIRECTORY,
    /** There is no store, and only an existing one was asked for. */
    MISSING,
    /** Bytes aren't as they were written. The journal alone can't replace them: restore. */
    DAMAGED,
    /** No space is left. Nothing is lost; the call may succeed later. */
    FULL,
    /** Anything else in the way of reading or writing. */
    FAILED,
    /** The store, or the snapshot, was closed. */
    CLOSED
  }

  private final Problem problem;

  public StoreException(Problem problem, String message) {
    this(problem, message, null);
  }

  public StoreException(Problem problem, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
