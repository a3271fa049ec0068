package dev.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.store.Bytes;
import dev.millrace.store.KeyRange;
import dev.millrace.store.Layer;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.StoreId;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ReclaimTest {
  private static final StoreId ID = new StoreId("1", 4);
  private static final int ROWS = 4_000;
  private static final int ROW_BYTES = 8 << 10;
  private static final long ALL_BYTES = (long) ROWS * ROW_BYTES;

  @TempDir private Path folder;

  @Test
  void spaceOfALargeQueueThatWasDeletedBecomesFree() throws Exception {
    try (var store = open()) {
      fill(store, 1, 1);
      fill(store, 2, 2);
      store.compact();
      assertThat(store.status().diskBytes()).isGreaterThan(2 * ALL_BYTES);

      store.apply(Layer.builder().ticket(1, 9).deleteRange(queue(1)).build());
      store.awaitReclaimed();

      assertThat(store.status().diskBytes()).isBetween(ALL_BYTES, ALL_BYTES * 5 / 4);
      assertThat(hasRows(store, 1)).isFalse();
      assertThat(hasRows(store, 2)).isTrue();
    }
  }

  @Test
  void storeClosesWhileSpaceIsBeingFreed() {
    try (var store = open()) {
      fill(store, 1, 1);
      store.flush();
      store.apply(Layer.builder().ticket(1, 9).deleteRange(queue(1)).build());
    }
    try (var store = open()) {
      // It was never flushed.
      assertThat(store.appliedTicket(1)).isIn(1L, 9L);
      assertThat(hasRows(store, 1)).isEqualTo(store.appliedTicket(1) == 1);
    }
  }

  private RocksStore open() {
    return RocksStore.open(folder.resolve("store"), ID, RocksConfig.DEFAULT);
  }

  /** Bytes that can't be compressed. */
  private static void fill(RocksStore store, int slot, long ticket) {
    var random = new Random(slot);
    var layer = Layer.builder().ticket(slot, ticket);
    for (int row = 0; row < ROWS; row++) {
      byte[] value = new byte[ROW_BYTES];
      random.nextBytes(value);
      layer.put(task(slot, row), Bytes.of(value));
    }
    store.apply(layer.build());
  }

  private static RowKey task(int slot, int number) {
    byte[] pid = ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    return new RowName.Task(slot, 1, Bytes.of(pid)).key();
  }

  private static KeyRange queue(int slot) {
    return new KeyRange(task(slot, 0), task(slot, ROWS));
  }

  private static boolean hasRows(RocksStore store, int slot) {
    try (var snapshot = store.snapshot()) {
      return !snapshot.scan(queue(slot), new ScanLimit(1, 1)).rows().isEmpty();
    }
  }
}
