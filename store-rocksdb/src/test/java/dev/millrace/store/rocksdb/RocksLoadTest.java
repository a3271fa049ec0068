package dev.millrace.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.store.Bytes;
import dev.millrace.store.Layer;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileMetaData;

class RocksLoadTest {
  private static final StoreId ID = new StoreId("1", 4);

  @TempDir private Path folder;

  @Test
  void rowsAndTicketsAreThereOnceTheLoadIsFinishedAndStay() {
    try (var store = open()) {
      try (var load = store.load()) {
        load.put(task(1, "a"), value(7));
        load.put(task(1, "b"), value(8));
        load.ticket(1, 5);
        load.put(task(2, "a"), value(9));
        load.ticket(2, 6);
        assertThat(find(store, task(1, "a"))).isNull();

        load.finish();
      }
      assertThat(store.appliedTicket(1)).isEqualTo(5);
    }
    try (var store = open()) {
      assertThat(find(store, task(1, "b"))).isEqualTo(Bytes.of(value(8)));
      assertThat(find(store, task(2, "a"))).isEqualTo(Bytes.of(value(9)));
      assertThat(store.appliedTicket(2)).isEqualTo(6);
      assertThat(store.flushedTickets()).containsExactly(0, 5, 6, 0);
    }
  }

  @Test
  void aLoadThatIsNotFinishedLeavesNothing() throws IOException {
    try (var store = open();
        var load = store.load()) {
      load.put(task(1, "a"), value(7));
      load.ticket(1, 5);
    }
    try (var store = open();
        var files = Files.list(folder.resolve("store/incoming"))) {
      assertThat(find(store, task(1, "a"))).isNull();
      assertThat(store.appliedTicket(1)).isZero();
      assertThat(files).isEmpty();
    }
  }

  @Test
  void rowsThatAreThereAreReplacedAlsoIfTheyWereNotFlushed() {
    try (var store = open()) {
      store.apply(Layer.builder().ticket(1, 3).put(task(1, "a"), Bytes.of(value(1))).build());
      try (var load = store.load()) {
        load.put(task(1, "a"), value(2));
        load.ticket(1, 4);
        load.finish();
      }
      assertThat(find(store, task(1, "a"))).isEqualTo(Bytes.of(value(2)));
    }
  }

  @Test
  void aLargeLoadOverRowsThatAreThereLeavesTheFirstLevelEmpty() throws RocksDBException {
    try (var store = open()) {
      store.apply(Layer.builder().ticket(1, 3).put(task(1, "b"), Bytes.of(value(1))).build());
      store.flush();
      assertThat(filesAtTop(store)).isPositive();

      load(store, 1_000);

      assertThat(filesAtTop(store)).isZero();
      assertThat(find(store, task(1, "b"))).isEqualTo(Bytes.of(value(1)));
      assertThat(find(store, task(1, "a000999"))).isEqualTo(Bytes.of(value(2)));
    }
  }

  @Test
  void aSmallLoadDoesNotRewriteTheStore() {
    try (var store = open()) {
      var large = new byte[1 << 16];
      new Random(1).nextBytes(large);
      store.apply(Layer.builder().ticket(1, 3).put(task(1, "b"), Bytes.of(large)).build());
      store.flush();
      var before = files(store);
      assertThat(before).isNotEmpty();

      load(store, 10);

      assertThat(files(store)).containsAll(before);
    }
  }

  private static List<String> files(RocksStore store) {
    return store.db().getLiveFilesMetaData().stream().map(SstFileMetaData::fileName).toList();
  }

  private static void load(RocksStore store, int rows) {
    try (var load = store.load()) {
      for (int i = 0; i < rows; i++) {
        load.put(task(1, "a%06d".formatted(i)), value(2));
      }
      load.ticket(1, 4);
      load.finish();
    }
  }

  private static int filesAtTop(RocksStore store) throws RocksDBException {
    return Integer.parseInt(store.db().getProperty("rocksdb.num-files-at-level0"));
  }

  @Test
  void rowsOutOfOrderAreRefused() {
    try (var store = open();
        var load = store.load()) {
      load.put(task(1, "b"), value(1));
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> load.put(task(1, "a"), value(1)));
    }
  }

  @Test
  void aCompactionKeepsWhatIsThere() {
    try (var store = open()) {
      store.apply(Layer.builder().ticket(1, 3).put(task(1, "a"), Bytes.of(value(1))).build());
      store.apply(Layer.builder().ticket(1, 4).delete(task(1, "b")).build());

      store.compact();

      assertThat(find(store, task(1, "a"))).isEqualTo(Bytes.of(value(1)));
    }
  }

  private RocksStore open() {
    return RocksStore.open(folder.resolve("store"), ID, RocksConfig.DEFAULT);
  }

  private static RowKey task(int slot, String pid) {
    return new RowName.Task(slot, 1, Bytes.of(pid.getBytes(UTF_8))).key();
  }

  private static byte[] value(int number) {
    return new byte[] {(byte) number};
  }

  private static @Nullable Bytes find(RocksStore store, RowKey key) {
    try (var snapshot = store.snapshot()) {
      return snapshot.find(List.of(key)).get(key);
    }
  }
}
