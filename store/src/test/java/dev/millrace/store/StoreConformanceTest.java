package dev.millrace.store;

import static dev.millrace.store.Rows.ALL;
import static dev.millrace.store.Rows.deletes;
import static dev.millrace.store.Rows.pids;
import static dev.millrace.store.Rows.puts;
import static dev.millrace.store.Rows.row;
import static dev.millrace.store.Rows.task;
import static dev.millrace.store.Rows.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import dev.millrace.store.StoreException.Problem;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What rows and snapshots do in every store. */
public abstract class StoreConformanceTest {
  private StoreUnderTest underTest;
  private Store store;

  protected abstract StoreUnderTest underTest();

  @BeforeEach
  void open() {
    underTest = underTest();
    store = underTest.open();
  }

  @AfterEach
  void close() {
    store.close();
    underTest.close();
  }

  @Test
  void aNewStoreIsEmpty() {
    assertThat(Rows.everything(store)).isEmpty();
    assertThat(store.slots()).isEqualTo(StoreUnderTest.SLOTS);
  }

  @Test
  void aLayerPutsReplacesAndDeletesRows() {
    store.apply(puts(1, "a", "b", "c"));
    store.apply(
        Layer.builder().ticket(0, 2).delete(task("a")).put(task("b"), value("new")).build());

    try (var snapshot = store.snapshot()) {
      assertThat(snapshot.scan(RowRanges.tasks(0, 1), ALL).rows())
          .containsExactly(row("b", "new"), row("c", "c"));
    }
  }

  @Test
  void deletingWhatIsNotThereDoesNothing() {
    store.apply(deletes(1, "a"));

    assertThat(pids(store)).isEmpty();
  }

  @Test
  void anEmptyValueIsARow() {
    store.apply(Layer.builder().ticket(0, 1).put(task("a"), Bytes.EMPTY).build());

    try (var snapshot = store.snapshot()) {
      assertThat(snapshot.find(List.of(task("a")))).containsEntry(task("a"), Bytes.EMPTY);
    }
  }

  @Test
  void aLargeRowComesBackWhole() {
    var large = Bytes.of(new byte[16 << 20]);
    store.apply(Layer.builder().ticket(0, 1).put(task("a"), large).build());
    store.flush();

    try (var snapshot = store.snapshot()) {
      assertThat(snapshot.find(List.of(task("a"))).get(task("a"))).isEqualTo(large);
    }
  }

  @Test
  void rowsAreOrderedAsUnsignedBytes() {
    var pids =
        List.of(
            new byte[] {},
            new byte[] {0},
            new byte[] {0, 0},
            new byte[] {0, 1},
            new byte[] {1},
            new byte[] {0x7f},
            new byte[] {(byte) 0x80},
            new byte[] {(byte) 0xff},
            new byte[] {(byte) 0xff, 0},
            new byte[] {(byte) 0xff, (byte) 0xff});
    var keys = pids.stream().map(pid -> new RowName.Task(0, 1, Bytes.of(pid)).key()).toList();
    var layer = Layer.builder().ticket(0, 1);
    keys.reversed().forEach(key -> layer.put(key, Bytes.EMPTY));

    store.apply(layer.build());

    try (var snapshot = store.snapshot()) {
      assertThat(snapshot.scan(RowRanges.tasks(0, 1), ALL).rows())
          .extracting(Row::key)
          .containsExactlyElementsOf(keys);
    }
  }

  @Test
  void aScanKeepsWithinItsRange() {
    store.apply(
        Layer.builder()
            .ticket(0, 1)
            .ticket(1, 1)
            .put(task(0, 1, "a"), value(""))
            .put(task(0, 2, "b"), value(""))
            .put(task(0, 2, "c"), value(""))
            .put(task(0, 3, "d"), value(""))
            .put(task(1, 2, "e"), value(""))
            .build());

    try (var snapshot = store.snapshot()) {
      assertThat(pids(snapshot.scan(RowRanges.tasks(0, 2), ALL))).containsExactly("b", "c");
      assertThat(pids(snapshot.scan(RowRanges.tasksFrom(0, 2, value("bb")), ALL)))
          .containsExactly("c");
      assertThat(snapshot.scan(new KeyRange(task("a"), task("a")), ALL).rows()).isEmpty();
    }
  }

  @Test
  void aScanEndsAtItsLimitOfRows() {
    store.apply(puts(1, "a", "b", "c"));

    try (var snapshot = store.snapshot()) {
      var range = RowRanges.tasks(0, 1);
      var first = snapshot.scan(range, new ScanLimit(2, 1000));
      var rest = snapshot.scan(range.startingAfter(first.rows().getLast().key()), ALL);

      assertThat(pids(first)).containsExactly("a", "b");
      assertThat(first.isComplete()).isFalse();
      assertThat(pids(rest)).containsExactly("c");
      assertThat(rest.isComplete()).isTrue();
    }
  }

  @Test
  void aScanOfExactlyItsLimitIsComplete() {
    store.apply(puts(1, "a", "b"));

    try (var snapshot = store.snapshot()) {
      assertThat(snapshot.scan(RowRanges.tasks(0, 1), new ScanLimit(2, 1000)).isComplete())
          .isTrue();
    }
  }

  @Test
  void aScanEndsAtItsLimitOfBytesButNotBeforeTheFirstRow() {
    store.apply(puts(1, "a", "b", "c"));

    try (var snapshot = store.snapshot()) {
      var scan = snapshot.scan(RowRanges.tasks(0, 1), new ScanLimit(10, 1));

      assertThat(pids(scan)).containsExactly("a");
      assertThat(scan.isComplete()).isFalse();
    }
  }

  @Test
  void findReturnsWhatExistsInTheOrderAsked() {
    store.apply(puts(1, "a", "b", "c"));

    try (var snapshot = store.snapshot()) {
      var found = snapshot.find(List.of(task("c"), task("x"), task("a"), task("ab"), task("")));

      assertThat(found).containsExactly(entry(task("c"), value("c")), entry(task("a"), value("a")));
      assertThat(snapshot.find(List.of())).isEmpty();
    }
  }

  @Test
  void aRangeIsEmptiedAndNothingBeside() {
    store.apply(puts(1, "a", "b", "c", "d"));

    store.apply(
        Layer.builder().ticket(0, 2).deleteRange(new KeyRange(task("b"), task("d"))).build());

    assertThat(pids(store)).containsExactly("a", "d");
  }

  @Test
  void aRowPutByTheLayerThatEmptiesItsRangeStays() {
    store.apply(puts(1, "a", "b"));

    store.apply(
        Layer.builder()
            .ticket(0, 2)
            .put(task("b"), value("new"))
            .deleteRange(RowRanges.tasks(0, 1))
            .build());

    assertThat(pids(store)).containsExactly("b");
  }

  @Test
  void anEmptiedRangeStaysEmptyAfterFlushes() {
    store.apply(puts(1, "a", "b"));
    store.flush();
    store.apply(Layer.builder().ticket(0, 2).deleteRange(RowRanges.tasks(0, 1)).build());
    store.flush();
    store.apply(puts(3, "c"));
    store.flush();

    assertThat(pids(store)).containsExactly("c");
  }

  @Test
  void anAbandonedRangeLeavesOthersAloneAndCanBeEmptied() {
    store.apply(puts(1, "a", "b", "c", "d", "e"));
    store.flush();

    while (store.abandon(new KeyRange(task("b"), task("e")))) {}

    assertThat(pids(store)).contains("a", "e");
    store.apply(
        Layer.builder().ticket(0, 2).deleteRange(new KeyRange(task("b"), task("e"))).build());
    assertThat(pids(store)).containsExactly("a", "e");
  }

  @Test
  void aWholeSlotCanBeEmptied() {
    store.apply(puts(1, "a"));

    store.apply(Layer.builder().ticket(0, 2).deleteRange(RowRanges.slot(0)).build());

    assertThat(pids(store)).isEmpty();
    assertThat(store.appliedTicket(0)).isEqualTo(2);
  }

  @Test
  void aSnapshotDoesNotSeeLaterLayers() {
    store.apply(puts(1, "a", "b", "c"));

    try (var before = store.snapshot()) {
      store.apply(deletes(2, "b"));
      store.apply(puts(3, "bb", "d"));
      store.apply(Layer.builder().ticket(0, 4).deleteRange(RowRanges.tasks(0, 1)).build());
      store.flush();

      assertThat(pids(before)).containsExactly("a", "b", "c");
      assertThat(before.find(List.of(task("b"), task("d")))).containsOnlyKeys(task("b"));
      assertThat(before.ticket(0)).isEqualTo(1);
      assertThat(pids(store)).isEmpty();
    }
  }

  @Test
  void aSnapshotKnowsItsTickets() {
    store.apply(Layer.builder().ticket(0, 5).ticket(2, 7).build());

    try (var snapshot = store.snapshot()) {
      assertThat(IntStream.range(0, 4).mapToLong(snapshot::ticket)).containsExactly(5L, 0L, 7L, 0L);
    }
  }

  @Test
  void readersSeeWholeLayersWhileLayersAreApplied() throws Exception {
    var done = new CountDownLatch(1);
    try (var threads = Executors.newFixedThreadPool(2)) {
      var readers = IntStream.range(0, 2).mapToObj(_ -> threads.submit(() -> read(done))).toList();
      for (int ticket = 1; ticket <= 300; ticket++) {
        store.apply(numbered(ticket));
        if (ticket % 50 == 0) {
          store.flush();
        }
      }
      done.countDown();
      for (var reader : readers) {
        reader.get();
      }
    }
  }

  /** A layer that writes its ticket into all rows. */
  private static Layer numbered(long ticket) {
    var layer = Layer.builder().ticket(0, ticket);
    for (char pid = 'a'; pid <= 'z'; pid++) {
      layer.put(task("" + pid), value("" + ticket));
    }
    return layer.build();
  }

  private void read(CountDownLatch done) {
    do {
      try (var snapshot = store.snapshot()) {
        long ticket = snapshot.ticket(0);
        assertThat(snapshot.scan(RowRanges.tasks(0, 1), ALL).rows())
            .hasSize(ticket == 0 ? 0 : 26)
            .allMatch(row -> row.value().equals(value("" + ticket)));
      }
    } while (done.getCount() > 0);
  }

  @Test
  void nothingWorksAfterClosing() {
    store.apply(puts(1, "a"));
    var snapshot = store.snapshot();

    store.close();

    assertClosed(() -> store.apply(puts(2, "b")));
    assertClosed(store::flush);
    assertClosed(store::snapshot);
    assertClosed(() -> snapshot.find(List.of(task("a"))));
    assertClosed(() -> snapshot.scan(RowRanges.tasks(0, 1), ALL));
    assertClosed(() -> snapshot.ticket(0));
    snapshot.close();
    store.close();
  }

  @Test
  void aClosedSnapshotIsNotRead() {
    var snapshot = store.snapshot();

    snapshot.close();
    snapshot.close();

    assertClosed(() -> snapshot.find(List.of(task("a"))));
    assertClosed(() -> snapshot.scan(RowRanges.tasks(0, 1), ALL));
  }

  private static void assertClosed(Runnable call) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(call::run)
        .extracting(StoreException::problem)
        .isEqualTo(Problem.CLOSED);
  }
}
