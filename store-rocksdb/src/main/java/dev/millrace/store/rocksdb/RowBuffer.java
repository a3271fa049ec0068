package dev.millrace.store.rocksdb;

import dev.millrace.store.RowKey;
import dev.millrace.store.RowValue;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * Memory outside of the heap, one row at a time, where RocksDB reads it: it would copy arrays there
 * itself, each into memory that it asks for and gives back. Used by one thread.
 */
final class RowBuffer implements AutoCloseable {
  private static final int KEY_BYTES = 256;
  private static final int VALUE_BYTES = 16 << 10;

  private final Arena arena = Arena.ofConfined();
  private ByteBuffer keys = memory(KEY_BYTES);
  private ByteBuffer values = memory(VALUE_BYTES);

  void put(SstFileWriter writer, RowKey key, RowValue value) throws RocksDBException {
    ByteBuffer view = value.view();
    keys = withRoom(keys, key.length()).put(key.bytes()).flip();
    values = withRoom(values, view.remaining()).put(view).flip();
    writer.put(keys, values);
  }

  private ByteBuffer withRoom(ByteBuffer memory, int bytes) {
    // A power of two, so that few are too small.
    return bytes <= memory.capacity()
        ? memory.clear()
        : memory(Math.max(bytes, Integer.highestOneBit(bytes - 1) << 1));
  }

  private ByteBuffer memory(int bytes) {
    return arena.allocate(bytes).asByteBuffer();
  }

  @Override
  public void close() {
    arena.close();
  }
}
