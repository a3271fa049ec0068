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
  /** Of a block of a file, enough to see what rows have in common; little beside the file. */
  private static final int BYTES = 4 << 10;

  /** What compression must win: RocksDB too keeps a block as it is if it wins less. */
  private static final int PART_WON_MIN = 8;

  private final ByteBuffer sample = ByteBuffer.allocate(BYTES);

  private RowSample() {}

  /**
   * Looks at the beginning and at the middle, each by itself: what they have in common is too far
   * apart to be of use.
   */
  static boolean shrinks(List<RowChange> rows) {
    var beginning = new RowSample();
    int taken = beginning.take(rows, 0);
    var middle = new RowSample();
    var _ = middle.take(rows, Math.max(taken, rows.size() / 2));
    return beginning.shrinks() || middle.shrinks();
  }

  /** Takes rows until it is full; returns where it stopped. */
  private int take(List<RowChange> rows, int from) {
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

  /** Whether it becomes smaller by enough. */
  private boolean shrinks() {
    var deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      deflater.setInput(sample.flip());
      deflater.finish();
      var _ = deflater.deflate(new byte[sample.limit() - sample.limit() / PART_WON_MIN]);
      return deflater.finished();
    } finally {
      deflater.end();
    }
  }
}
