package dev.millrace.node.home;

import dev.millrace.queue.PolicyDocument;
import dev.millrace.queue.StoredQueue;
import dev.millrace.queue.StoredSlot;
import dev.millrace.queue.StoredSlot.StoredRequest;
import dev.millrace.store.KeyRange;
import dev.millrace.store.Row;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.RowRanges;
import dev.millrace.store.Snapshot;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads all that a slot takes from its store when it opens. */
public final class SlotLoader {
  private SlotLoader() {}

  /** What the store has of a slot; nothing if no layer of the slot was ever applied. */
  public static Optional<StoredSlot> load(Snapshot snapshot, int slot) {
    long ticket = snapshot.ticket(slot);
    if (ticket == 0) {
      return Optional.empty();
    }
    var meta =
        find(snapshot, new RowName.Meta(slot).key())
            .map(RowValues::meta)
            .orElseThrow(() -> missingMeta(slot, ticket));
    var policies =
        find(snapshot, new RowName.Policies(slot).key())
            .map(RowValues::policies)
            .orElse(PolicyDocument.EMPTY);
    return Optional.of(
        new StoredSlot(
            ticket,
            meta.timeMillis(),
            meta.lastQueueId(),
            policies,
            floors(snapshot, slot),
            requests(snapshot, slot),
            queues(snapshot, slot)));
  }

  private static StoreException missingMeta(int slot, long ticket) {
    return new StoreException(
        Problem.DAMAGED, "slot %d has ticket %d and no time".formatted(slot, ticket));
  }

  private static Map<String, Long> floors(Snapshot snapshot, int slot) {
    var floors = new TreeMap<String, Long>();
    rows(snapshot, RowRanges.clients(slot))
        .forEachRemaining(row -> floors.put(RowValues.client(row), RowValues.floor(row)));
    return floors;
  }

  private static List<StoredRequest> requests(Snapshot snapshot, int slot) {
    var requests = new ArrayList<StoredRequest>();
    rows(snapshot, RowRanges.requests(slot))
        .forEachRemaining(row -> requests.add(RowValues.request(row)));
    return requests;
  }

  private static List<StoredQueue> queues(Snapshot snapshot, int slot) {
    var queues = new ArrayList<StoredQueue>();
    rows(snapshot, RowRanges.queues(slot))
        .forEachRemaining(row -> queues.add(RowValues.queue(row)));
    return queues;
  }

  private static RowCursor rows(Snapshot snapshot, KeyRange range) {
    return new RowCursor(snapshot, range, RowCursor.PAGE);
  }

  private static Optional<Row> find(Snapshot snapshot, RowKey key) {
    return Optional.ofNullable(snapshot.find(List.of(key)).get(key))
        .map(value -> new Row(key, value));
  }
}
