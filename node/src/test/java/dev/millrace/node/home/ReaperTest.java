package dev.millrace.node.home;

import static dev.millrace.node.home.Sample.AVAILABLE;
import static dev.millrace.node.home.Sample.DELAYED;
import static dev.millrace.node.home.Sample.LEASED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.queue.FrozenLayer;
import dev.millrace.store.Row;
import dev.millrace.store.Rows;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.SimulatedStore;
import dev.millrace.store.Store;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReaperTest {
  private static final ScanLimit SMALL = new ScanLimit(2, 1 << 20);

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void allOfADeletedQueueGoesAndNothingElse(StoreKind kind) {
    try (var store = kind.open(folder)) {
      fill(store);
      store.apply(LayerWriter.write(deletion()));

      reapAll(new Reaper(store));

      assertThat(Rows.everything(store)).isEqualTo(afterwards());
    }
  }

  @ParameterizedTest
  @EnumSource
  void manyAvailableTasksGoToo(StoreKind kind) {
    try (var store = kind.open(folder)) {
      var many = new Sample(1).queue(8, 1, 0, 0).put(8, "p", AVAILABLE);
      for (int i = 0; i < 3000; i++) {
        many.put(7, "p" + i, AVAILABLE);
      }
      store.apply(LayerWriter.write(many.frozen()));
      store.apply(LayerWriter.write(new Sample(2).gone(7, true).frozen()));

      reapAll(new Reaper(store));

      var expected = new SimulatedStore(StoreKind.SLOTS);
      expected.apply(
          LayerWriter.write(new Sample(2).queue(8, 1, 0, 0).put(8, "p", AVAILABLE).frozen()));
      assertThat(Rows.everything(store)).isEqualTo(Rows.everything(expected));
    }
  }

  @Test
  void aCrashWhileALargeQueueGoesLosesNothing() {
    for (int crashAt = 0; crashAt < 12; crashAt++) {
      var store = new SimulatedStore(StoreKind.SLOTS);
      var many = new Sample(1).queue(8, 1, 0, 0).put(8, "p", AVAILABLE);
      for (int i = 0; i < 300; i++) {
        many.put(7, "p" + i, AVAILABLE);
      }
      store.apply(LayerWriter.write(many.frozen()));
      store.apply(LayerWriter.write(new Sample(2).gone(7, true).frozen()));
      var reaper = new Reaper(store);
      for (int i = 0; i < crashAt; i++) {
        reaper.reapSome();
      }

      store.crash(0);
      boolean isDeleted = store.appliedTicket(0) == 2;
      reapAll(new Reaper(store));

      // What was abandoned has made the deletion durable before.
      assertThat(isDeleted).isEqualTo(crashAt > 0);
      var expected = new SimulatedStore(StoreKind.SLOTS);
      if (isDeleted) {
        expected.apply(
            LayerWriter.write(new Sample(2).queue(8, 1, 0, 0).put(8, "p", AVAILABLE).frozen()));
      }
      assertThat(Rows.everything(store))
          .as("crash at %d", crashAt)
          .isEqualTo(Rows.everything(expected));
    }
  }

  @Test
  void aCrashAtAnyPieceLosesNothing() {
    for (int crashAt = 0; crashAt < 30; crashAt++) {
      for (int kept = 0; kept <= 1; kept++) {
        var store = new SimulatedStore(StoreKind.SLOTS);
        fill(store);
        store.apply(LayerWriter.write(deletion()));
        store.flush();
        var reaper = new Reaper(store, SMALL);
        for (int i = 0; i < crashAt; i++) {
          reaper.reapSome();
        }

        store.crash(kept * store.unflushedLayers());
        reapAll(new Reaper(store, SMALL));

        assertThat(Rows.everything(store)).as("crash at %d", crashAt).isEqualTo(afterwards());
      }
    }
  }

  @Test
  void aCrashAfterEveryPieceStillEnds() {
    var store = new SimulatedStore(StoreKind.SLOTS);
    fill(store);
    store.apply(LayerWriter.write(deletion()));
    store.flush();

    int lives = 0;
    while (new Reaper(store, SMALL).reapSome()) {
      store.crash(store.unflushedLayers());
      lives++;
      assertThat(lives).isLessThan(100);
    }

    assertThat(Rows.everything(store)).isEqualTo(afterwards());
  }

  @Test
  void aPieceIsOneLayerAtMostAndSmall() {
    var store = new SimulatedStore(StoreKind.SLOTS);
    fill(store);
    store.apply(LayerWriter.write(deletion()));
    store.flush();
    var reaper = new Reaper(store, SMALL);

    boolean more = true;
    while (more) {
      int layers = store.unflushedLayers();
      long rows = store.rowsScanned();
      more = reaper.reapSome();

      assertThat(store.unflushedLayers() - layers).isBetween(0, 1);
      assertThat(store.rowsScanned() - rows).isLessThan(20);
    }
  }

  @Test
  void aFailedPieceIsDoneByTheNextCall() {
    var store = new SimulatedStore(StoreKind.SLOTS);
    fill(store);
    store.apply(LayerWriter.write(deletion()));
    var reaper = new Reaper(store, SMALL);
    long calls = store.calls();
    // The snapshot, three scans or so, and the layer: any of them.
    for (int call = 1; call < 40; call += 3) {
      store.failCall(calls + call, Problem.FAILED);
      try {
        reaper.reapSome();
      } catch (StoreException e) {
        assertThat(e.problem()).isEqualTo(Problem.FAILED);
      }
      calls = store.calls();
    }

    store.heal();
    reapAll(reaper);

    assertThat(Rows.everything(store)).isEqualTo(afterwards());
  }

  @Test
  void aFullDiskEndsAPieceWithoutAChange() {
    var store = new SimulatedStore(StoreKind.SLOTS);
    fill(store);
    store.apply(LayerWriter.write(deletion()));
    var before = Rows.everything(store);
    store.failFrom(store.calls() + 1, Problem.FULL);

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> new Reaper(store, SMALL).reapSome());

    store.heal();
    assertThat(Rows.everything(store)).isEqualTo(before);
  }

  @Test
  void nothingToReapIsNoLayer() {
    var store = new SimulatedStore(StoreKind.SLOTS);
    fill(store);
    store.flush();
    var reaper = new Reaper(store);

    reapAll(reaper);

    assertThat(store.unflushedLayers()).isZero();
    assertThat(reaper.slotsLeft()).isZero();
  }

  @Test
  void aQueueThatIsDeletedBehindTheReaperIsFound() {
    var store = new SimulatedStore(StoreKind.SLOTS);
    fill(store);
    store.apply(LayerWriter.write(new Sample(2).gone(9, true).frozen()));
    var reaper = new Reaper(store, SMALL);
    reaper.reapSome();

    var late = new Sample(3).gone(7, true).frozen();
    store.apply(LayerWriter.write(late));
    reaper.notice(late);
    reapAll(reaper);

    assertThat(reaper.queuesReaped()).isEqualTo(2);
    assertThat(Rows.everything(store).stream().map(Row::key))
        .isEqualTo(afterwards().stream().map(Row::key).toList());
  }

  @Test
  void whatIsLeftIsCounted() {
    var store = new SimulatedStore(StoreKind.SLOTS);
    fill(store);
    var reaper = new Reaper(store, SMALL);
    reapAll(reaper);

    store.apply(LayerWriter.write(deletion()));
    reaper.notice(deletion());

    assertThat(reaper.slotsLeft()).isEqualTo(1);
    assertThat(reaper.queuesLeft()).isEqualTo(2);
    reapAll(reaper);
    assertThat(reaper.slotsLeft()).isZero();
    assertThat(reaper.queuesLeft()).isZero();
  }

  @Test
  void aReaperDoesNotWalkOverWhatItHasDeleted() {
    var sample = new Sample(1);
    for (int i = 0; i < 2000; i++) {
      sample.put(7, "p" + i, DELAYED);
      sample.put(10 + i, "p", LEASED);
    }
    var gone = new Sample(2).gone(7, true);
    for (int i = 0; i < 2000; i++) {
      gone.gone(10 + i, true);
    }
    var store = new SimulatedStore(StoreKind.SLOTS);
    store.apply(LayerWriter.write(sample.frozen()));
    store.apply(LayerWriter.write(gone.frozen()));

    reapAll(new Reaper(store, new ScanLimit(10, 1 << 20)));

    // Once more when it looks for queues that were deleted meanwhile; not once a piece.
    assertThat(store.tombstonesScanned()).isLessThan(10_000);
  }

  @Test
  void thePlaceInASlotIsNotTakenForOneInAnother() {
    var store = new SimulatedStore(StoreKind.SLOTS);
    for (int slot : List.of(1, 3)) {
      var sample = new Sample(slot, 1).queue(7, 0, 0, 5);
      for (int i = 0; i < 5; i++) {
        sample.put(7, "d" + i, DELAYED);
      }
      store.apply(LayerWriter.write(sample.frozen()));
    }
    var reaper = new Reaper(store, SMALL);
    reapAll(reaper);

    for (int slot : List.of(3, 1)) {
      var gone = new Sample(slot, 2).gone(7, true).frozen();
      store.apply(LayerWriter.write(gone));
      reaper.notice(gone);
      reaper.reapSome();
    }
    reapAll(reaper);

    // A ticket and a time in each.
    assertThat(Rows.everything(store)).hasSize(4);
  }

  @Test
  void slotsTakeTurnsWithoutLosingTheirPlace() {
    var store = new SimulatedStore(StoreKind.SLOTS);
    var one = new RandomLayers(5, 1);
    var other = new RandomLayers(6, 3);
    var reaper = new Reaper(store, SMALL);
    for (int i = 0; i < 100; i++) {
      for (var layers : List.of(one, other)) {
        FrozenLayer frozen = layers.next();
        store.apply(LayerWriter.write(frozen));
        reaper.notice(frozen);
        reaper.reapSome();
      }
    }
    reapAll(reaper);

    try (var snapshot = store.snapshot()) {
      for (var layers : List.of(one, other)) {
        var report = SlotScan.run(snapshot, layers.slot);
        assertThat(report.problems()).isEmpty();
        assertThat(report.dyingQueues()).isZero();
        assertThat(report.tasks()).isEqualTo(layers.tasks.size());
      }
    }
    assertThat(reaper.queuesReaped())
        .isEqualTo(one.goneWithTasks.size() + other.goneWithTasks.size());
  }

  /** Queues 7 and 9 are to go, 6 and 8 to stay. */
  private static void fill(Store store) {
    store.apply(LayerWriter.write(filled(1).frozen()));
  }

  private static Sample filled(long ticket) {
    var sample = staying(new Sample(ticket));
    for (long id : List.of(7L, 9L)) {
      sample.queue(id, 2, 5, 5);
      for (int i = 0; i < 5; i++) {
        sample.put(id, "l" + i, LEASED).put(id, "d" + i, DELAYED);
      }
      sample.put(id, "x", AVAILABLE).put(id, "y", AVAILABLE);
    }
    return sample;
  }

  private static Sample staying(Sample sample) {
    for (long id : List.of(6L, 8L)) {
      sample.queue(id, 1, 1, 1);
      sample.put(id, "l1", LEASED).put(id, "d1", DELAYED).put(id, "x", AVAILABLE);
    }
    return sample;
  }

  private static FrozenLayer deletion() {
    return new Sample(2).gone(7, true).gone(9, true).frozen();
  }

  private static List<Row> afterwards() {
    var store = new SimulatedStore(StoreKind.SLOTS);
    store.apply(LayerWriter.write(staying(new Sample(2)).frozen()));
    return Rows.everything(store);
  }

  private static void reapAll(Reaper reaper) {
    int pieces = 0;
    while (reaper.reapSome()) {
      assertThat(++pieces).isLessThan(10_000);
    }
  }
}
