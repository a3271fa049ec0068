package dev.millrace.node.home;

import dev.millrace.store.KeyRange;
import dev.millrace.store.Layer;
import dev.millrace.store.Row;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.RowRanges;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * A layer that removes rows of deleted queues of a slot, and the place behind them. Bounded by the
 * rows that it reads: each makes three deletes at most.
 */
final class ReapPiece {
  /** Up to so many available tasks are deleted one by one: a range costs every read near it. */
  private static final ScanLimit FEW = new ScanLimit(64, 64 << 10);

  private final Snapshot snapshot;
  private final int slot;
  private final ScanLimit limit;
  private final Layer.Builder layer = Layer.builder();
  private ReapPlace place;
  private long queues;
  private int rows;
  private long bytes;

  private ReapPiece(Snapshot snapshot, int slot, ReapPlace place, ScanLimit limit) {
    this.snapshot = snapshot;
    this.slot = slot;
    this.place = place;
    this.limit = limit;
  }

  static ReapPiece collect(Snapshot snapshot, int slot, ReapPlace place, ScanLimit limit) {
    var piece = new ReapPiece(snapshot, slot, place, limit);
    piece.layer.ticket(slot, snapshot.ticket(slot));
    var first = new RowName.Reap(slot, place.queueId()).key();
    var reaps = new RowCursor(snapshot, RowRanges.reaps(slot).startingAt(first), limit);
    while (piece.hasRoom() && reaps.hasNext()) {
      if (!piece.addQueue(RowValues.reap(reaps.next()))) {
        break;
      }
    }
    return piece;
  }

  boolean isEmpty() {
    return rows == 0;
  }

  Layer layer() {
    return layer.build();
  }

  /** Where the reaper is after the layer. */
  ReapPlace place() {
    return place;
  }

  /** How many queues are finished with the layer. */
  long queues() {
    return queues;
  }

  private boolean hasRoom() {
    return limit.allowsMore(rows, bytes);
  }

  /** Whether the queue is finished. */
  private boolean addQueue(RowName.Reap reap) {
    // Its own row counts too, so that queues without tasks don't make a piece without end.
    rows++;
    long id = reap.queueId();
    if (!addHeld(id, id == place.queueId() ? place.lastHeld() : null)) {
      return false;
    }
    addAvailable(RowRanges.tasks(slot, id));
    layer.delete(reap.key());
    queues++;
    place = new ReapPlace(id, null);
    return true;
  }

  /** Deletes held tasks with the rows that lead to them, which only their values name. */
  private boolean addHeld(long queueId, @Nullable RowKey after) {
    var range = RowRanges.held(slot, queueId);
    var rest = after == null ? range : range.startingAfter(after);
    var scan =
        snapshot.scan(
            rest,
            new ScanLimit(Math.max(1, limit.rows() - rows), Math.max(1, limit.bytes() - bytes)));
    for (var row : scan.rows()) {
      var placed = RowValues.task(row);
      TaskRows.leading(slot, placed.key(), placed.task().state()).forEach(layer::delete);
      layer.delete(row.key());
      count(row);
    }
    if (!scan.isComplete()) {
      place = new ReapPlace(queueId, scan.rows().getLast().key());
    }
    return scan.isComplete();
  }

  private void addAvailable(KeyRange range) {
    var scan = snapshot.scan(range, FEW);
    scan.rows().forEach(this::count);
    if (scan.isComplete()) {
      scan.rows().forEach(row -> layer.delete(row.key()));
    } else {
      layer.deleteRange(range);
    }
  }

  private void count(Row row) {
    rows++;
    bytes += row.key().length() + row.value().length();
  }
}
