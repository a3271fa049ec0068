package dev.millrace.store.rocksdb;

import static dev.millrace.store.Rows.ALL;
import static dev.millrace.store.Rows.pids;
import static dev.millrace.store.Rows.puts;
import static dev.millrace.store.Rows.task;
import static dev.millrace.store.Rows.value;
import static dev.millrace.store.rocksdb.RocksUnderTest.ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.millrace.store.KeyRange;
import dev.millrace.store.Layer;
import dev.millrace.store.RowRanges;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksStoreTest {
  /** Nothing is written out unasked, so that deleted rows stay where they were. */
  private static final RocksConfig GUARDED = new RocksConfig(64 << 20, 16 << 20, 2, 64, 0, 1_000);

  @TempDir private Path directory;

  @Test
  void aScanFromTheWatermarkWalksOverNoDeletedRows() {
    try (var store = RocksStore.open(directory, ID, GUARDED)) {
      applyAndDeleteAllButLast(store, 5_000);

      try (var snapshot = store.snapshot()) {
        var fromHead = snapshot.scan(RowRanges.tasksFrom(0, 1, value("04999")), ALL);
        assertThat(pids(fromHead)).containsExactly("04999");
        assertThat(store.status().longScans()).isZero();

        var fromFront = snapshot.scan(RowRanges.tasks(0, 1), ALL);
        assertThat(fromFront).isEqualTo(fromHead);
        assertThat(store.status().longScans()).isEqualTo(1);
      }
    }
  }

  @Test
  void anEmptiedRangeCostsAScanNothingOnceFlushed() {
    try (var store = RocksStore.open(directory, ID, GUARDED)) {
      applyAndDeleteAllButLast(store, 5_000);
      store.apply(
          Layer.builder()
              .ticket(0, 3)
              .deleteRange(new KeyRange(RowRanges.tasks(0, 1).from(), task("04999")))
              .build());
      store.flush();

      assertThat(pids(store)).containsExactly("04999");
      assertThat(store.status().longScans()).isZero();
    }
  }

  private static void applyAndDeleteAllButLast(RocksStore store, int count) {
    var names = IntStream.range(0, count).mapToObj("%05d"::formatted).toArray(String[]::new);
    store.apply(puts(1, names));
    var deletes = Layer.builder().ticket(0, 2);
    for (int i = 0; i < count - 1; i++) {
      deletes.delete(task(names[i]));
    }
    store.apply(deletes.build());
  }

  @Test
  void statusTellsWhatIsUsed() {
    try (var store = RocksStore.open(directory, ID, GUARDED)) {
      store.apply(puts(1, "a", "b"));
      store.flush();

      try (var _ = store.snapshot()) {
        var status = store.status();
        assertThat(status.files()).isEqualTo(1);
        assertThat(status.rowsEstimate()).isEqualTo(3); // with the ticket
        assertThat(status.diskBytes()).isPositive();
        assertThat(status.snapshots()).isEqualTo(1);
        assertThat(status.backgroundErrors()).isZero();
        assertThat(status.isWriteStopped()).isFalse();
      }
      assertThat(store.status().snapshots()).isZero();
    }
  }

  @Test
  void closingWaitsForReadersAndTurnsTheRestAway() throws Exception {
    var store = RocksStore.open(directory, ID, GUARDED);
    store.apply(puts(1, "a", "b"));
    var reading = new CountDownLatch(4);
    try (var threads = Executors.newFixedThreadPool(4)) {
      var readers =
          IntStream.range(0, 4)
              .mapToObj(_ -> threads.submit(() -> readUntilClosed(store, reading)))
              .toList();
      reading.await();

      store.close();

      for (var reader : readers) {
        assertThat(reader.get()).isEqualTo(Problem.CLOSED);
      }
    }
  }

  private static Problem readUntilClosed(RocksStore store, CountDownLatch reading) {
    try {
      while (true) {
        try (var snapshot = store.snapshot()) {
          assertThat(pids(snapshot)).containsExactly("a", "b");
          assertThat(snapshot.find(List.of(task("a"), task("x")))).hasSize(1);
          reading.countDown();
        }
      }
    } catch (StoreException e) {
      return e.problem();
    }
  }

  @Test
  void aConfigurationIsChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RocksConfig(64 << 20, 32 << 20, 2, 64, 0, 0))
        .withMessageContaining("store-cache-bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RocksConfig(1 << 30, 1, 2, 64, 0, 0))
        .withMessageContaining("store-memtable-bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RocksConfig(1 << 30, 1 << 20, 1, 64, 0, 0))
        .withMessageContaining("store-background-jobs");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RocksConfig(1 << 30, 1 << 20, 2, 1, 0, 0))
        .withMessageContaining("store-open-files-max");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RocksConfig(1 << 30, 1 << 20, 2, 64, 5, 0))
        .withMessageContaining("store-compaction-bytes-per-second");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RocksConfig(1 << 30, 1 << 20, 2, 64, 0, -1))
        .withMessageContaining("store-skipped-keys-max");
  }

  @Test
  void compactionCanBeHeldBack() {
    var slow = new RocksConfig(64 << 20, 16 << 20, 2, 64, 1 << 20, 0);
    try (var store = RocksStore.open(directory, ID, slow)) {
      store.apply(puts(1, "a"));
      store.flush();

      assertThat(pids(store)).containsExactly("a");
    }
  }
}
