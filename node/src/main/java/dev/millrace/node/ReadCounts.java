package dev.millrace.node;

import dev.millrace.store.Bytes;
import dev.millrace.store.KeyRange;
import dev.millrace.store.RowKey;
import dev.millrace.store.Scan;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what is read from a store. Any thread may use it. */
final class ReadCounts {
  private final LongAdder inquiries = new LongAdder();
  private final LongAdder lookUps = new LongAdder();
  private final LongAdder found = new LongAdder();
  private final LongAdder scans = new LongAdder();
  private final LongAdder rows = new LongAdder();

  void addInquiries(int count) {
    inquiries.add(count);
  }

  StoreReads sum() {
    return new StoreReads(inquiries.sum(), lookUps.sum(), found.sum(), scans.sum(), rows.sum());
  }

  Snapshot counting(Snapshot snapshot) {
    return new Counting(snapshot);
  }

  private final class Counting implements Snapshot {
    private final Snapshot snapshot;

    Counting(Snapshot snapshot) {
      this.snapshot = snapshot;
    }

    @Override
    public long ticket(int slot) {
      return snapshot.ticket(slot);
    }

    @Override
    public Map<RowKey, Bytes> find(List<RowKey> keys) {
      var result = snapshot.find(keys);
      lookUps.add(keys.size());
      found.add(result.size());
      return result;
    }

    @Override
    public Scan scan(KeyRange range, ScanLimit limit) {
      var result = snapshot.scan(range, limit);
      scans.increment();
      rows.add(result.rows().size());
      return result;
    }

    @Override
    public void close() {
      snapshot.close();
    }
  }
}
