package dev.millrace.journal;

/**
 * What one slot did between two tickets, both included. Within a slot the tickets of entries grow
 * strictly; gaps are allowed. The payload means nothing to the journal.
 */
public record Entry(int slot, long firstTicket, long lastTicket, Bytes payload) {
  /** Bytes of an entry on disk beside its payload. */
  static final int OVERHEAD_BYTES = 24;

  public Entry {
    if (slot < 0 || slot > 0xffff) {
      throw new IllegalArgumentException("slot out of range: " + slot);
    }
    if (firstTicket < 1 || lastTicket < firstTicket) {
      throw new IllegalArgumentException("bad tickets: " + firstTicket + " to " + lastTicket);
    }
  }

  /** An entry that covers one ticket. */
  public Entry(int slot, long ticket, Bytes payload) {
    this(slot, ticket, ticket, payload);
  }

  int bytes() {
    return OVERHEAD_BYTES + payload.length();
  }
}
