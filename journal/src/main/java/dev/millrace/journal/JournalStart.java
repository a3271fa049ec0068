package dev.millrace.journal;

/**
 * What came before a journal that is begun.
 *
 * @param lastIncarnation the journal begins with a larger one, so that no ticket is given again
 * @param hasStore whether a store beside it holds what came before; without it the directory is
 *     incomplete
 */
public record JournalStart(long lastIncarnation, boolean hasStore) {
  static final JournalStart NOTHING = new JournalStart(0, false);

  public JournalStart {
    if (lastIncarnation < 0) {
      throw new IllegalArgumentException("a negative incarnation: " + lastIncarnation);
    }
  }

  /** What is only in the store counts as one frame that was trimmed. */
  long firstFrame() {
    return hasStore ? 2 : 1;
  }
}
