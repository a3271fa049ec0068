package dev.millrace.store;

import static dev.millrace.store.Rows.ALL;
import static dev.millrace.store.Rows.deletes;
import static dev.millrace.store.Rows.pids;
import static dev.millrace.store.Rows.puts;
import static dev.millrace.store.Rows.task;
import static dev.millrace.store.Rows.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.store.StoreException.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulatedStoreTest {
  private final SimulatedStore store = new SimulatedStore(1);

  @ParameterizedTest
  @CsvSource({"0, a", "1, ab", "2, ''"})
  void aCrashKeepsAsManyLayersAsAsked(int kept, String pids) {
    store.apply(puts(1, "a"));
    store.flush();
    store.apply(puts(2, "b"));
    store.apply(deletes(3, "a", "b"));

    assertThat(store.unflushedLayers()).isEqualTo(2);
    store.crash(kept);

    assertThat(String.join("", pids(store))).isEqualTo(pids);
    assertThat(store.appliedTicket(0)).isEqualTo(1 + kept);
    assertThat(store.flushedTickets()).containsExactly(1 + kept);
    assertThat(store.unflushedLayers()).isZero();
  }

  @Test
  void aCopyGoesItsOwnWay() {
    store.apply(puts(1, "a"));
    store.flush();
    store.apply(puts(2, "b"));
    store.failFrom(store.calls() + 1, Problem.FAILED);

    var copy = store.copy();
    copy.apply(puts(3, "c"));
    copy.crash(1);
    store.heal();

    assertThat(pids(copy)).containsExactly("a", "b");
    assertThat(pids(store)).containsExactly("a", "b");
    assertThat(store.flushedTickets()).containsExactly(1);
  }

  @Test
  void aScanEndsWhereItIsLimited() {
    store.apply(puts(1, "a", "b", "c"));
    store.limitScans(2);

    try (var snapshot = store.snapshot()) {
      var scan = snapshot.scan(RowRanges.tasks(0, 1), ALL);

      assertThat(scan.rows()).hasSize(2);
      assertThat(scan.isComplete()).isFalse();
    }
  }

  @Test
  void aCallFailsOnceAndChangesNothing() {
    store.failCall(store.calls() + 1, Problem.FAILED);

    assertFails(() -> store.apply(puts(1, "a")), Problem.FAILED);

    assertThat(pids(store)).isEmpty();
    store.apply(puts(1, "a"));
    assertThat(pids(store)).containsExactly("a");
  }

  @Test
  void aFailedFlushMakesNothingDurable() {
    store.apply(puts(1, "a"));
    store.failFrom(store.calls() + 1, Problem.FULL);

    assertFails(store::flush, Problem.FULL);
    assertFails(store::flush, Problem.FULL);

    assertThat(store.flushedTickets()).containsExactly(0);
    assertThat(store.unflushedLayers()).isEqualTo(1);
  }

  @Test
  void aFullStoreCanBeReadAndGoesOnWhenSpaceReturns() {
    store.apply(puts(1, "a"));
    store.failFrom(store.calls() + 1, Problem.FULL);

    assertThat(pids(store)).containsExactly("a");
    assertFails(() -> store.apply(puts(2, "b")), Problem.FULL);

    store.heal();
    store.apply(puts(2, "b"));
    store.flush();
    assertThat(store.flushedTickets()).containsExactly(2);
  }

  @Test
  void readsAreCounted() {
    store.apply(puts(1, "a", "b", "c"));

    try (var snapshot = store.snapshot()) {
      snapshot.find(List.of(task("a"), task("x"), task("y")));
      snapshot.scan(RowRanges.tasks(0, 1), new ScanLimit(2, 100));
    }

    assertThat(store.keysFound()).isEqualTo(1);
    assertThat(store.keysMissed()).isEqualTo(2);
    assertThat(store.scans()).isEqualTo(1);
    assertThat(store.rowsScanned()).isEqualTo(2);
  }

  @Test
  void aScanWalksOverTombstonesUnlessItStartsBehindThem() {
    store.apply(puts(1, "a", "b", "c", "d"));
    store.apply(deletes(2, "a", "b", "c"));

    scan(RowRanges.tasks(0, 1));
    assertThat(store.tombstonesScanned()).isEqualTo(3);

    scan(RowRanges.tasksFrom(0, 1, value("d")));
    assertThat(store.tombstonesScanned()).isEqualTo(3);
  }

  @Test
  void compactionAndRangeDeletesRemoveTombstones() {
    store.apply(puts(1, "a", "b"));
    store.apply(deletes(2, "a"));
    store.apply(
        Layer.builder().ticket(0, 3).deleteRange(new KeyRange(task("a"), task("b"))).build());
    scan(RowRanges.tasks(0, 1));
    store.apply(deletes(4, "b"));
    store.compact();
    scan(RowRanges.tasks(0, 1));

    assertThat(store.tombstonesScanned()).isZero();
  }

  private void scan(KeyRange range) {
    try (var snapshot = store.snapshot()) {
      snapshot.scan(range, ALL);
    }
  }

  private static void assertFails(Runnable call, Problem problem) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(call::run)
        .extracting(StoreException::problem)
        .isEqualTo(problem);
  }
}
