package dev.millrace.store.rocksdb;

import dev.millrace.store.RowChange;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.Deflater;

/**
 * Some neighbours among the rows of a file, to see whether compression will make them smaller. Data
 * that is compressed or encrypted already takes a fifth of the time of writing it to be tried in
 * vain.
 */
final class RowSample {
  /** Enough to see what rows have in common, and little beside a file. */
  private static final int BYTES = 8 << 10;

  /** What compression must win: RocksDB too keeps a block as it is if it wins less. */
  private static final int PART_WON_MIN = 8;

  private final ByteBuffer sample = ByteBuffer.allocate(BYTES);

  private RowSample() {}

  /** Half of it from the beginning and half from the middle. */
  static RowSample of(List<RowChange> rows) {
    var sample = new RowSample();
    int taken = sample.take(rows, 0, BYTES / 2);
    var _ = sample.take(rows, Math.max(taken, rows.size() / 2), BYTES);
    return sample;
  }

  /** Takes rows until it has so many bytes; returns where it stopped. */
  private int take(List<RowChange> rows, int from, int bytes) {
    sample.limit(bytes);
    int next = from;
    while (next < rows.size() && sample.hasRemaining()) {
      if (rows.get(next) instanceof RowChange.Put(var key, var value)) {
        add(ByteBuffer.wrap(key.bytes()));
        add(value.view());
      }
      next++;
    }
    return next;
  }

  private void add(ByteBuffer bytes) {
    int length = Math.min(bytes.remaining(), sample.remaining());
    sample.put(bytes.slice(bytes.position(), length));
  }

  /** Whether it becomes smaller by enough. True of nothing at all. */
  boolean shrinks() {
    if (sample.position() == 0) {
      return true;
    }
    var deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      deflater.setInput(sample.duplicate().flip());
      deflater.finish();
      int bytesMax = sample.position() - sample.position() / PART_WON_MIN;
      var _ = deflater.deflate(new byte[bytesMax]);
      return deflater.finished();
    } finally {
      deflater.end();
    }
  }
}
