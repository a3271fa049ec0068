package dev.millrace.node.keep;

import dev.millrace.journal.SalvageReport;
import dev.millrace.node.keep.Salvage.Place;
import dev.millrace.store.Snapshot;
import dev.millrace.store.Store;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The damaged store, if there is one that can be opened. */
final class SalvageBase implements AutoCloseable {
  private final int slots;
  private final @Nullable Store store;
  private final @Nullable Snapshot snapshot;

  private SalvageBase(int slots, @Nullable Store store) {
    this.slots = slots;
    this.store = store;
    this.snapshot = store == null ? null : store.snapshot();
  }

  static SalvageBase open(Place damaged, SalvageReport report, int slots, SalvageLosses losses) {
    if (!report.hasStore()) {
      if (report.trimmed()) {
        losses.storeIsLost("it is missing");
      }
      return new SalvageBase(slots, null);
    }
    try {
      var id = new StoreId(report.directory().toString(), slots);
      return new SalvageBase(slots, damaged.store().open(id));
    } catch (StoreException e) {
      losses.storeIsLost(String.valueOf(e.getMessage()));
      return new SalvageBase(slots, null);
    }
  }

  int slots() {
    return slots;
  }

  Optional<Snapshot> snapshot() {
    return Optional.ofNullable(snapshot);
  }

  /** The largest ticket of any slot. */
  long lastTicket() {
    long last = 0;
    for (int slot = 0; store != null && slot < slots; slot++) {
      last = Math.max(last, store.appliedTicket(slot));
    }
    return last;
  }

  @Override
  public void close() {
    if (snapshot != null) {
      snapshot.close();
    }
    if (store != null) {
      store.close();
    }
  }
}
