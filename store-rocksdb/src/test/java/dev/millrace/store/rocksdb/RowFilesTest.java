package dev.millrace.store.rocksdb;

import static dev.millrace.store.rocksdb.RocksUnderTest.ID;
import static dev.millrace.store.rocksdb.RocksUnderTest.SMALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.store.Bytes;
import dev.millrace.store.Layer;
import dev.millrace.store.RowRanges;
import dev.millrace.store.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.TableProperties;

class RowFilesTest {
  private static final int LOWEST_LEVEL = 6;

  /** Its number, in what a file says of itself. */
  private static final String LZ4 = ";04;";

  @TempDir private Path parent;
  private Path directory;

  @BeforeEach
  void name() {
    directory = parent.resolve("store");
  }

  @Test
  void tasksBehindThoseThatAreThereGoToTheLowestLevel() throws RocksDBException {
    try (var store = RocksStore.open(directory, ID, SMALL)) {
      store.apply(tasks(1, 0, 2_000));
      store.apply(tasks(2, 2_000, 4_000));

      assertThat(filesAt(store, LOWEST_LEVEL)).isGreaterThanOrEqualTo(2 * QUEUES);
      assertThat(Rows.pids(store)).hasSize(4_000);
    }
  }

  /** Of a file with sequence numbers RocksDB makes one without, once no snapshot needs them. */
  @Test
  void whatGoesToTheLowestLevelIsThereAsItStays() {
    try (var store = RocksStore.open(directory, ID, SMALL)) {
      store.apply(tasks(1, 0, 2_000));
      store.apply(tasks(2, 2_000, 4_000));

      assertThat(store.db().getLiveFilesMetaData())
          .filteredOn(file -> file.level() == LOWEST_LEVEL)
          .allSatisfy(file -> assertThat(file.largestSeqno()).isZero());
    }
  }

  @Test
  void rowsThatDoNotShrinkAreNotCompressed() throws RocksDBException {
    try (var store = RocksStore.open(directory, ID, SMALL)) {
      store.apply(tasks(1, 0, 2_000));

      assertThat(compressionsOfTasks(store))
          .hasSize(QUEUES)
          .allSatisfy(used -> assertThat(used).doesNotContain(LZ4));
    }
  }

  @Test
  void rowsThatShrinkAreCompressed() throws RocksDBException {
    try (var store = RocksStore.open(directory, ID, SMALL)) {
      var layer = Layer.builder().ticket(0, 1);
      for (int i = 0; i < 2_000; i++) {
        layer.put(Rows.task(0, 1, "%05d".formatted(i)), Bytes.of(new byte[1_000]));
      }
      store.apply(layer.build());

      assertThat(compressionsOfTasks(store))
          .hasSize(1)
          .allSatisfy(used -> assertThat(used).contains(LZ4));
    }
  }

  private static List<String> compressionsOfTasks(RocksStore store) throws RocksDBException {
    return store.db().getPropertiesOfAllTables().values().stream()
        .filter(file -> file.getNumEntries() >= 2_000)
        .map(TableProperties::getCompressionName)
        .toList();
  }

  @Test
  void aLargeLayerIsDurableWithAllBeforeIt() {
    try (var store = RocksStore.open(directory, ID, SMALL)) {
      store.apply(Rows.puts(1, "before"));
      store.apply(tasks(2, 0, 1_000));
    }
    try (var store = RocksStore.open(directory, ID, SMALL)) {
      assertThat(store.appliedTicket(0)).isEqualTo(2);
      assertThat(Rows.pids(store)).hasSize(1_001).contains("before");
    }
  }

  @Test
  void aLargeLayerEmptiesRangesAndKeepsWhatItPuts() {
    try (var store = RocksStore.open(directory, ID, SMALL)) {
      store.apply(Rows.puts(1, "00000", "gone", "gone too"));
      store.apply(tasks(2, 0, 1_000, true));

      assertThat(Rows.pids(store)).hasSize(1_000).contains("00000").doesNotContain("gone");
    }
  }

  @Test
  void aLayerThatMostlyDeletesIsNotMadeDurable() {
    try (var store = RocksStore.open(directory, ID, SMALL, 0)) {
      store.apply(Rows.deletes(1, "a", "b"));
    }
    try (var store = RocksStore.open(directory, ID, SMALL)) {
      assertThat(store.appliedTicket(0)).isZero();
    }
  }

  @Test
  void aSnapshotTakenWhileFilesAreTakenOverSeesNoneOfThem() throws Exception {
    int layers = 300;
    var applied = new AtomicInteger();
    try (var store = RocksStore.open(directory, ID, SMALL, 0);
        var reader = Executors.newSingleThreadExecutor()) {
      var reading = reader.submit(() -> readBehind(store, applied, layers));
      for (int ticket = 1; ticket <= layers; ticket++) {
        store.apply(Rows.puts(ticket, "%05d".formatted(ticket)));
        applied.set(ticket);
      }
      assertThat(reading.get()).isPositive();
    }
  }

  /**
   * Looks at snapshots that are taken at any time, each after one more layer was applied. Every
   * layer adds one task, so there are as many as the ticket says.
   */
  private static int readBehind(RocksStore store, AtomicInteger applied, int layers) {
    var random = new Random(1);
    int snapshots = 0;
    while (applied.get() < layers) {
      long until = System.nanoTime() + random.nextInt(2_000_000);
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      int before = applied.get();
      try (var snapshot = store.snapshot()) {
        while (applied.get() == before && before < layers) {
          Thread.onSpinWait();
        }
        assertThat(Rows.pids(snapshot)).hasSize((int) snapshot.ticket(0));
      }
      snapshots++;
    }
    return snapshots;
  }

  @Test
  void whatACrashLeftIsRemoved() throws IOException {
    RocksStore.open(directory, ID, SMALL).close();
    Path left = Files.writeString(directory.resolve("incoming").resolve("0.sst"), "half of a file");

    RocksStore.open(directory, ID, SMALL).close();

    assertThat(left).doesNotExist();
  }

  @Test
  void nothingIsLeftBehind() {
    try (var store = RocksStore.open(directory, ID, SMALL)) {
      store.apply(tasks(1, 0, 1_000));

      assertThat(directory.resolve("incoming")).isEmptyDirectory();
    }
  }

  private static final int QUEUES = 3;

  private static Layer tasks(long ticket, int from, int to) {
    return tasks(ticket, from, to, false);
  }

  /** Tasks of a kilobyte in each of some queues. */
  private static Layer tasks(long ticket, int from, int to, boolean emptied) {
    var random = new Random(ticket);
    var layer = Layer.builder().ticket(0, ticket);
    if (emptied) {
      layer.deleteRange(RowRanges.tasks(0, 1));
    }
    for (int queue = 1; queue <= QUEUES; queue++) {
      for (int i = from; i < to; i++) {
        var noise = new byte[1_000];
        random.nextBytes(noise);
        layer.put(Rows.task(0, queue, "%05d".formatted(i)), Bytes.of(noise));
      }
    }
    return layer.build();
  }

  private static int filesAt(RocksStore store, int level) throws RocksDBException {
    return Integer.parseInt(store.db().getProperty("rocksdb.num-files-at-level" + level));
  }
}
