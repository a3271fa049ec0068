package dev.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.store.Bytes;
import dev.millrace.store.Layer;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.RowRanges;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.StoreId;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WholeFilesTest {
  private static final StoreId ID = new StoreId("1", 4);
  private static final int ROWS = 2_000;
  private static final int ROW_BYTES = 8 << 10;
  private static final long QUEUE_BYTES = (long) ROWS * ROW_BYTES;

  @TempDir private Path folder;

  @Test
  void spaceOfALargeQueueIsFreeAtOnce() {
    try (var store = open()) {
      fill(store, 1, 1);
      fill(store, 2, 2);

      abandon(store, 1);

      assertThat(store.status().diskBytes()).isBetween(QUEUE_BYTES, QUEUE_BYTES * 5 / 4);
      assertThat(rows(store, 1)).isLessThan(ROWS / 10);
      assertThat(rows(store, 2)).isEqualTo(ROWS);
    }
  }

  @Test
  void whatIsLeftGoesWithTheRangeAndStaysAwayForEver() {
    try (var store = open()) {
      fill(store, 1, 1);
      fill(store, 2, 2);
      // Rows of both queues in one file, which can't go.
      store.apply(Layer.builder().ticket(1, 3).put(task(1, ROWS), value()).build());
      store.apply(Layer.builder().ticket(1, 4).put(task(2, ROWS), value()).build());

      abandon(store, 1);
      store.apply(Layer.builder().ticket(1, 5).deleteRange(RowRanges.tasks(1, 1)).build());
      store.compact();

      assertThat(rows(store, 1)).isZero();
      assertThat(rows(store, 2)).isEqualTo(ROWS + 1);
    }
  }

  @Test
  void whatWasAppliedBeforeIsDurableWhenFilesAreGone() {
    try (var store = open()) {
      fill(store, 1, 1);
      store.apply(Layer.builder().ticket(1, 2).put(task(2, 1), value()).build());

      abandon(store, 1);

      assertThat(store.flushedTickets()[1]).isEqualTo(2);
    }
    // Nothing was flushed on closing.
    try (var store = open()) {
      assertThat(store.appliedTicket(1)).isEqualTo(2);
      assertThat(rows(store, 2)).isEqualTo(1);
    }
  }

  @Test
  void rangeWithLittleInItIsLeftAlone() {
    try (var store = open()) {
      store.apply(Layer.builder().ticket(1, 1).put(task(1, 1), value()).build());

      assertThat(store.abandon(RowRanges.tasks(1, 1))).isFalse();

      assertThat(rows(store, 1)).isEqualTo(1);
      assertThat(store.flushedTickets()[1]).isZero();
    }
  }

  private RocksStore open() {
    return RocksStore.open(folder.resolve("store"), ID, RocksConfig.DEFAULT);
  }

  private static void abandon(RocksStore store, long queue) {
    while (store.abandon(RowRanges.tasks(1, queue))) {}
  }

  /** A layer that becomes files. */
  private static void fill(RocksStore store, long queue, long ticket) {
    var layer = Layer.builder().ticket(1, ticket);
    for (int row = 0; row < ROWS; row++) {
      layer.put(task(queue, row), value(row));
    }
    store.apply(layer.build());
  }

  private static Bytes value() {
    return value(0);
  }

  /** Can't be compressed. */
  private static Bytes value(int seed) {
    byte[] value = new byte[ROW_BYTES];
    new Random(seed).nextBytes(value);
    return Bytes.of(value);
  }

  private static RowKey task(long queue, int number) {
    byte[] pid = ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    return new RowName.Task(1, queue, Bytes.of(pid)).key();
  }

  private static int rows(RocksStore store, long queue) {
    try (var snapshot = store.snapshot()) {
      return snapshot
          .scan(RowRanges.tasks(1, queue), new ScanLimit(10 * ROWS, Long.MAX_VALUE))
          .rows()
          .size();
    }
  }
}
