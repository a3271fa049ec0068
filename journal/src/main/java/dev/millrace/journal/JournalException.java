package dev.millrace.journal;

import org.jspecify.annotations.Nullable;

/** A fault of the journal's surroundings, named by what the caller may conclude. */
public abstract sealed class JournalException extends RuntimeException
    permits DataDirectoryException,
        DiskException,
        JournalDamagedException,
        JournalPoisonedException {
  private static final long serialVersionUID = 1L;

  JournalException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
