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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
