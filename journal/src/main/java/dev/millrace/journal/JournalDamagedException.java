package dev.millrace.journal;

import java.util.List;

/**
 * Bytes that were once synced are missing or changed. The journal isn't opened, because it would
 * have to drop acknowledged entries.
 */
public final class JournalDamagedException extends JournalException {
  private static final long serialVersionUID = 1L;

  private final transient List<Damage> damages;

  JournalDamagedException(String location, List<Damage> damages) {
    super("the journal in " + location + " is damaged: " + damages.getFirst(), null);
    this.damages = List.copyOf(damages);
  }

  /** At least one, in the order of the journal. */
  public List<Damage> damages() {
    return damages;
  }
}
