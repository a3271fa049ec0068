package dev.millrace.journal;

import org.jspecify.annotations.Nullable;

/** A data directory can't be used as it is; the text says what to do about it. */
public final class DataDirectoryException extends JournalException {
  private static final long serialVersionUID = 1L;

  /** What stands in the way. */
  public enum Problem {
    /** Another process has it open. */
    IN_USE,
    /** A newer program has written it. */
    NEWER_FORMAT,
    /** It holds files, but isn't a Millrace data directory. */
    NOT_OURS,
    /** The file that says what the directory is can't be read. */
    MARKER_DAMAGED,
    /** A restore or a salvage into it was not finished. */
    UNFINISHED,
    /** Its journal was trimmed, and the store that has the rest isn't there. */
    STORE_MISSING,
    /** It was made for another number of slots. */
    SLOTS_DIFFER,
    /** It doesn't exist and can't be made, because its parent doesn't exist. */
    PARENT_MISSING,
    /** It doesn't exist, and only reading was asked for. */
    MISSING,
    /** It is no directory, or this process may not write there. */
    UNUSABLE
  }

  private final Problem problem;

  public DataDirectoryException(Problem problem, String message) {
    this(problem, message, null);
  }

  DataDirectoryException(Problem problem, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
