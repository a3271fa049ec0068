package dev.millrace.store;

/** What every store checks before it takes a layer. */
public final class StoreRules {
  private StoreRules() {}

  /** Tickets never go back: that would make the journal's later entries count twice. */
  public static void checkTickets(Layer layer, Store store) {
    layer
        .tickets()
        .forEach(
            (slot, ticket) -> {
              if (slot >= store.slots()) {
                throw new IllegalArgumentException("slot %d of %d".formatted(slot, store.slots()));
              }
              if (ticket < store.appliedTicket(slot)) {
                throw new IllegalArgumentException(
                    "slot %d goes back from ticket %d to %d"
                        .formatted(slot, store.appliedTicket(slot), ticket));
              }
            });
  }
}
