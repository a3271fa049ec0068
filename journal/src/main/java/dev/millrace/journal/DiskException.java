package dev.millrace.journal;

import org.jspecify.annotations.Nullable;

/** A call to the disk failed. */
public final class DiskException extends JournalException {
  private static final long serialVersionUID = 1L;

  /** Why the call failed. */
  public enum Kind {
    /** No space is left. */
    FULL,
    /** Anything else. */
    FAILED
  }

  private final Kind kind;

  public DiskException(Kind kind, String attempted, @Nullable Throwable cause) {
    super(
        cause == null || cause.getMessage() == null
            ? attempted
            : attempted + ": " + cause.getMessage(),
        cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
