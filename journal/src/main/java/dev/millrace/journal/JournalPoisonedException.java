package dev.millrace.journal;

import org.jspecify.annotations.Nullable;

/**
 * An earlier write or sync failed, so nobody knows what of it is on disk. Everything not yet
 * acknowledged has an unknown outcome; only opening the journal anew decides it.
 */
public final class JournalPoisonedException extends JournalException {
  private static final long serialVersionUID = 1L;

  JournalPoisonedException(@Nullable Throwable cause) {
    super("a write or sync of the journal failed earlier; it must be opened anew", cause);
  }
}
