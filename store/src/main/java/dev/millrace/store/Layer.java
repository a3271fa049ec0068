package dev.millrace.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A set of changes that a store takes whole: final states of rows, ranges that are emptied, and for
 * each slot that it touches the ticket up to which the store then contains everything.
 *
 * <p>Ranges are emptied first, so that a row put by the same layer stays. A layer that only clears
 * up names the slot's present ticket again.
 */
public final class Layer {
  /**
   * The most that a layer may hold, by {@link #sizeBytes}. While it is applied, an implementation
   * may have it in memory twice. Layers should be far smaller: this is several times what an engine
   * collects, because a small change of a task with a long name touches up to six rows.
   */
  public static final long BYTES_MAX = 256L << 20;

  /** A guess at what a row costs beside its own bytes. */
  private static final int OVERHEAD_BYTES = 16;

  private final SortedMap<Integer, Long> tickets;
  private final List<KeyRange> emptied;
  private final List<RowChange> changes;
  private final long sizeBytes;

  private Layer(Builder builder, List<RowChange> changes) {
    this.tickets = Collections.unmodifiableSortedMap(new TreeMap<>(builder.tickets));
    this.emptied = List.copyOf(builder.emptied);
    this.changes = Collections.unmodifiableList(changes);
    this.sizeBytes = builder.sizeBytes;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** By slot. */
  public SortedMap<Integer, Long> tickets() {
    return tickets;
  }

  public List<KeyRange> emptied() {
    return emptied;
  }

  /** In the order of their keys; a key comes once at most. */
  public List<RowChange> changes() {
    return changes;
  }

  public long sizeBytes() {
    return sizeBytes;
  }

  /** Collects a layer, in any order. */
  public static final class Builder {
    private final SortedMap<Integer, Long> tickets = new TreeMap<>();
    private final List<KeyRange> emptied = new ArrayList<>();

    /** By slot and kind. Those of a kind mostly come in their order, which makes sorting cheap. */
    private final SortedMap<Integer, List<RowChange>> changes = new TreeMap<>();

    private long sizeBytes;

    private Builder() {}

    public Builder ticket(int slot, long ticket) {
      if (ticket < 0) {
        throw new IllegalArgumentException("not a ticket: " + ticket);
      }
      tickets.put(new RowName.Ticket(slot).slot(), ticket);
      return this;
    }

    public Builder put(RowKey key, RowValue value) {
      sizeBytes += OVERHEAD_BYTES + key.length() + value.lengthEstimate();
      add(new RowChange.Put(key, value));
      return this;
    }

    public Builder delete(RowKey key) {
      sizeBytes += OVERHEAD_BYTES + key.length();
      add(new RowChange.Delete(key));
      return this;
    }

    private void add(RowChange change) {
      changes
          .computeIfAbsent(RowNameCodec.slotAndKindOf(change.key()), _ -> new ArrayList<>())
          .add(change);
    }

    /** Empties a range, which must lie in one slot. */
    public Builder deleteRange(KeyRange range) {
      sizeBytes += OVERHEAD_BYTES + range.from().length() + range.to().length();
      if (!range.isEmpty()) {
        emptied.add(range);
      }
      return this;
    }

    public long sizeBytes() {
      return sizeBytes;
    }

    /**
     * The layer.
     *
     * @throws IllegalArgumentException if the layer is too large, changes a row twice, changes a
     *     ticket's row, or touches a slot for which it has no ticket
     */
    public Layer build() {
      if (sizeBytes > BYTES_MAX) {
        throw new IllegalArgumentException(
            "a layer of %d bytes; at most %d".formatted(sizeBytes, BYTES_MAX));
      }
      List<RowChange> all = new ArrayList<>();
      for (var ofKind : changes.values()) {
        checkKind(ofKind.getFirst().key());
        if (!isInOrder(ofKind)) {
          ofKind.sort(Comparator.comparing(RowChange::key));
          checkOnce(ofKind);
        }
        all.addAll(ofKind);
      }
      for (var range : emptied) {
        checkTicket(range.from());
        if (range.to().compareTo(RowRanges.slot(RowName.slotOf(range.from())).to()) > 0) {
          throw new IllegalArgumentException("a range reaches over its slot: " + range);
        }
      }
      return new Layer(this, all);
    }

    private void checkKind(RowKey key) {
      checkTicket(key);
      if (RowNameCodec.isTicket(key)) {
        throw new IllegalArgumentException("a layer changes the row of a ticket: " + key);
      }
    }

    /** Whether every key is behind the one before it; so they mostly come. */
    private static boolean isInOrder(List<RowChange> changes) {
      for (int i = 1; i < changes.size(); i++) {
        if (changes.get(i - 1).key().compareTo(changes.get(i).key()) >= 0) {
          return false;
        }
      }
      return true;
    }

    private static void checkOnce(List<RowChange> sorted) {
      for (int i = 1; i < sorted.size(); i++) {
        if (sorted.get(i - 1).key().equals(sorted.get(i).key())) {
          throw new IllegalArgumentException("a layer changes a row twice: " + sorted.get(i).key());
        }
      }
    }

    private void checkTicket(RowKey key) {
      if (!tickets.containsKey(RowName.slotOf(key))) {
        throw new IllegalArgumentException("a layer has no ticket for the slot of " + key);
      }
    }
  }
}
