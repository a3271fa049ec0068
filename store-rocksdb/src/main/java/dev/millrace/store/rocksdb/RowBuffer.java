package dev.millrace.store.rocksdb;

import dev.millrace.store.RowKey;
import dev.millrace.store.RowValue;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import org.rocksdb.DirectSlice;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * Memory outside of the heap, one row at a time, where RocksDB reads it: it would copy arrays there
 * itself, each into memory that it asks for and gives back. It is told of the memory once, and of
 * each row only how long it is. Used by one thread.
 */
final class RowBuffer implements AutoCloseable {
  private static final int KEY_BYTES = 256;
  private static final int VALUE_BYTES = 16 << 10;

  private final Arena arena = Arena.ofConfined();
  private Part key = new Part(arena, KEY_BYTES);
  private Part value = new Part(arena, VALUE_BYTES);

  /** A key or a value, and the place of it in RocksDB's words. */
  private static final class Part {
    final ByteBuffer bytes;
    final DirectSlice place;
    private int length = -1;

    Part(Arena arena, int capacity) {
      bytes = arena.allocate(capacity).asByteBuffer();
      place = new DirectSlice(bytes);
    }

    void fill(ByteBuffer source) {
      int filled = source.remaining();
      bytes.put(0, source, source.position(), filled);
      // Neighbours are mostly as long as each other.
      if (filled != length) {
        place.setLength(filled);
        length = filled;
      }
    }
  }

  void put(SstFileWriter writer, RowKey rowKey, RowValue rowValue) throws RocksDBException {
    key = filled(key, ByteBuffer.wrap(rowKey.bytes()));
    value = filled(value, rowValue.view());
    writer.put(key.place, value.place);
  }

  private Part filled(Part part, ByteBuffer source) {
    int length = source.remaining();
    Part large = length <= part.bytes.capacity() ? part : larger(part, length);
    large.fill(source);
    return large;
  }

  /** A power of two, so that few are too small. */
  private Part larger(Part part, int length) {
    part.place.close();
    return new Part(arena, Math.max(length, Integer.highestOneBit(length - 1) << 1));
  }

  @Override
  public void close() {
    key.place.close();
    value.place.close();
    arena.close();
  }
}
