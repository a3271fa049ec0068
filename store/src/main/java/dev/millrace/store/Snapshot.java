package dev.millrace.store;

import java.util.List;
import java.util.Map;

/**
 * A version of all rows, which later layers don't change. Open snapshots keep old rows on disk:
 * close them soon. Safe for several threads.
 */
public interface Snapshot extends AutoCloseable {
  /** The ticket up to which this version contains everything of a slot; 0 if nothing. */
  long ticket(int slot);

  /** Those of the rows that exist, in the order asked for. A key that doesn't costs little. */
  Map<RowKey, Bytes> find(List<RowKey> keys);

  /** The first rows of a range, in the order of their keys, as many as the limit allows. */
  Scan scan(KeyRange range, ScanLimit limit);

  @Override
  void close();
}
