package dev.millrace.simulation;

import dev.millrace.node.home.StoreReader.Answered;
import dev.millrace.node.home.StoreReader.Asked;
import dev.millrace.queue.Finding;
import dev.millrace.queue.Need;
import dev.millrace.queue.StoredCodec;
import dev.millrace.queue.StoredQueue;
import dev.millrace.store.Bytes;
import dev.millrace.store.KeyRange;
import dev.millrace.store.Layer;
import dev.millrace.store.RowChange;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.RowRanges;
import dev.millrace.store.Scan;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.SimulatedStore;
import dev.millrace.store.Snapshot;
import dev.millrace.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the {@link SeededBug}s do to rows on their way to the store, and to reads on theirs. */
final class StoreBugs {
  private StoreBugs() {}

  /** What becomes of a refill's tasks. */
  interface RefillBug {
    Finding.Tasks refilled(Need.AvailableTasks need, Finding.Tasks found);
  }

  /** Changes what refills find. */
  static Answered refill(Reads.Read read, RefillBug bug) {
    List<Need> needs = read.asked().inquiry().needs();
    var findings = new ArrayList<Finding>();
    for (int i = 0; i < needs.size(); i++) {
      Finding found = read.answered().findings().get(i);
      findings.add(
          needs.get(i) instanceof Need.AvailableTasks need
              ? bug.refilled(need, (Finding.Tasks) found)
              : found);
    }
    Answered answered = read.answered();
    return new Answered(answered.slot(), answered.inquiry(), answered.version(), findings);
  }

  static boolean isRefill(Asked asked) {
    return asked.inquiry().needs().stream().allMatch(need -> need instanceof Need.AvailableTasks);
  }

  /** Says that what was read is as new as whatever the slot has let go. */
  static Answered asNewAs(Reads.Read read, long released) {
    Answered old = read.answered();
    return new Answered(
        old.slot(), old.inquiry(), Math.max(old.version(), released), old.findings());
  }

  /** A change that a layer makes to the row of a queue. */
  interface QueueBug {
    StoredQueue stored(StoredQueue next, Optional<StoredQueue> before);
  }

  /** Changes the rows of queues. */
  static Store queues(SimulatedStore store, QueueBug bug) {
    return new TamperedStore(store) {
      @Override
      Optional<RowChange> change(RowChange change) {
        if (!(change instanceof RowChange.Put(var key, var value)
            && RowName.of(key) instanceof RowName.Queue(_, long id))) {
          return Optional.of(change);
        }
        var next = StoredCodec.decodeQueue(id, value.bytes().array());
        var stored = bug.stored(next, before(key, id));
        return Optional.of(new RowChange.Put(key, Bytes.of(StoredCodec.encodeQueue(stored))));
      }

      private Optional<StoredQueue> before(RowKey key, long id) {
        try (var snapshot = store.snapshot()) {
          return Optional.ofNullable(snapshot.find(List.of(key)).get(key))
              .map(value -> StoredCodec.decodeQueue(id, value.array()));
        }
      }
    };
  }

  /** Forgets rows that tell when a lease or delay ends. */
  static Store withoutDeadlines(SimulatedStore store) {
    return new TamperedStore(store) {
      @Override
      Optional<RowChange> change(RowChange change) {
        boolean isLost =
            change instanceof RowChange.Put && RowName.of(change.key()) instanceof RowName.Deadline;
        return isLost ? Optional.empty() : Optional.of(change);
      }
    };
  }

  /** With a queue that was deleted, removes the tasks of the one that came next. */
  static Store reapingTheNext(SimulatedStore store) {
    return new TamperedStore(store) {
      @Override
      void add(Layer layer, Layer.Builder more) {
        for (RowChange change : layer.changes()) {
          if (change instanceof RowChange.Delete(var key)
              && RowName.of(key) instanceof RowName.Reap(int slot, long id)) {
            next(slot, id).ifPresent(next -> more.deleteRange(RowRanges.tasks(slot, next)));
          }
        }
      }

      private Optional<Long> next(int slot, long id) {
        var range = RowRanges.queues(slot).startingAfter(new RowName.Queue(slot, id).key());
        try (var snapshot = store.snapshot()) {
          return snapshot.scan(range, new ScanLimit(1, Long.MAX_VALUE)).rows().stream()
              .map(row -> ((RowName.Queue) RowName.of(row.key())).queueId())
              .findFirst();
        }
      }
    };
  }

  /** Takes what was applied for durable. */
  static Store flushedWhenApplied(SimulatedStore store) {
    return new TamperedStore(store) {
      @Override
      public long[] flushedTickets() {
        return IntStream.range(0, slots()).mapToLong(this::appliedTicket).toArray();
      }
    };
  }

  /** A store that also shows how it was before the last layer, as if it were how it is. */
  static final class RememberingStore extends TamperedStore {
    private @Nullable SimulatedStore before;

    RememberingStore(SimulatedStore store) {
      super(store);
    }

    @Override
    public void apply(Layer layer) {
      var now = store.copy();
      super.apply(layer);
      before = now;
    }

    Snapshot past() {
      Snapshot present = store.snapshot();
      return before == null ? present : new Disguised(before.snapshot(), present);
    }
  }

  /** Old rows with the tickets of new ones. */
  private record Disguised(Snapshot rows, Snapshot tickets) implements Snapshot {
    @Override
    public long ticket(int slot) {
      return tickets.ticket(slot);
    }

    @Override
    public Map<RowKey, Bytes> find(List<RowKey> keys) {
      return rows.find(keys);
    }

    @Override
    public Scan scan(KeyRange range, ScanLimit limit) {
      return rows.scan(range, limit);
    }

    @Override
    public void close() {
      rows.close();
      tickets.close();
    }
  }
}
