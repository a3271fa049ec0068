package dev.millrace.node.home;

import static dev.millrace.node.home.Sample.AVAILABLE;
import static dev.millrace.node.home.Sample.DELAYED;
import static dev.millrace.node.home.Sample.LEASED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.queue.StoredCodec;
import dev.millrace.queue.TaskState;
import dev.millrace.store.Bytes;
import dev.millrace.store.Layer;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.Rows;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.SimulatedStore;
import dev.millrace.store.Store;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

class SlotScanTest {
  private static final ScanLimit SMALL = new ScanLimit(3, 1 << 20);
  private static final Bytes D = Rows.value("d");
  private static final Bytes L = Rows.value("l");
  private static final Bytes X = Rows.value("x");

  /** Each does one thing to a sound slot, and names what must be noticed. */
  static final List<Harm> HARMS =
      List.of(
          delete(new RowName.Deadline(0, 5000, 7, D), "Deadline[", "is missing"),
          delete(new RowName.Deadline(0, 6000, 7, L), "Deadline[", "is missing"),
          delete(new RowName.Lease(0, Rows.value("me"), 7, L), "Lease[", "is missing"),
          put(new RowName.Deadline(0, 5001, 7, D), "", "leads to no task"),
          put(new RowName.Deadline(0, 5000, 7, X), "", "leads to no task"),
          put(new RowName.Lease(0, Rows.value("you"), 7, L), "", "leads to no task"),
          put(new RowName.Lease(0, Rows.value("me"), 7, D), "", "leads to no task"),
          delete(new RowName.Task(0, 7, X), "", "holds 0, 1, 1", "come and 0 go"),
          delete(new RowName.Queue(0, 7), "", "tasks of queue 7, which doesn't exist"),
          put(new RowName.Reap(0, 7), "", "exists and waits", "holds 0, 0, 0", "come and"),
          task(new RowName.Task(0, 7, Rows.value("a")), AVAILABLE, "before the head", "7", "7"),
          task(new RowName.Task(0, 7, D), AVAILABLE, "twice", "counts", "come and"),
          task(new RowName.Task(0, 7, X), LEASED, "other kind", "holds", "missing", "missing"),
          task(new RowName.Held(0, 7, D), AVAILABLE, "other kind", "holds", "no task"),
          put(new RowName.Meta(0), "010001", "queue 7 has an id above the last one, 1"),
          put(new RowName.Task(0, 7, X), "03", "version 3 is unknown", "holds", "come and"),
          put(new RowName.Queue(0, 8), "01", "can't be read"),
          put(new RowName.Request(0, 9), request(), "a request has ticket 9, the slot 2"),
          new Harm(
              layer -> layer.put(RowKey.of(new byte[] {0, 0, 11}), Bytes.EMPTY),
              List.of("row 00000b has no place")));

  record Harm(UnaryOperator<Layer.Builder> tamper, List<String> noticed) {
    @Override
    public String toString() {
      return noticed.toString();
    }
  }

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void whatLayersLeaveIsSound(StoreKind kind) {
    var layers = new RandomLayers(3, 2);
    try (var store = kind.open(folder)) {
      var reaper = new Reaper(store, SMALL);
      for (int i = 0; i < 80; i++) {
        var frozen = layers.next();
        store.apply(LayerWriter.write(frozen));
        reaper.notice(frozen);
        reaper.reapSome();

        try (var snapshot = store.snapshot()) {
          var report = SlotScan.run(snapshot, 2, SMALL);
          assertThat(report.problems()).as("layer %d", i).isEmpty();
          assertThat(report.tasks()).isEqualTo(layers.tasks.size());
          assertThat(report.queues()).isEqualTo(layers.queues.size());
          assertThat(report.ticket()).isEqualTo(layers.ticket);
        }
      }
    }
  }

  @Test
  void tasksAreCountedByState() {
    try (var snapshot = sound().snapshot()) {
      assertThat(SlotScan.run(snapshot, 0))
          .isEqualTo(new SlotScan.Report(0, 2, 1, 1, 1, 1, 0, List.of()));
    }
  }

  @ParameterizedTest
  @FieldSource("HARMS")
  void whatDoesNotFitIsNoticed(Harm harm) {
    var store = sound();
    store.apply(harm.tamper().apply(Layer.builder().ticket(0, 2)).build());

    try (var snapshot = store.snapshot()) {
      var report = SlotScan.run(snapshot, 0, SMALL);

      assertThat(report.isSound()).isFalse();
      for (var part : harm.noticed()) {
        assertThat(report.problems()).anySatisfy(text -> assertThat(text).contains(part));
      }
      assertThat(report.problems()).hasSizeLessThanOrEqualTo(harm.noticed().size());
    }
  }

  @Test
  void rowsWithoutATicketAreNoticed() {
    var store = new SimulatedStore(1);
    store.apply(Layer.builder().ticket(0, 0).put(new RowName.Queue(0, 7).key(), X).build());

    try (var snapshot = store.snapshot()) {
      assertThat(SlotScan.run(snapshot, 0).problems()).isNotEmpty();
      assertThat(SlotScan.run(snapshot, 0).tasks()).isZero();
    }
  }

  @Test
  void aSlotThatIsNotThereIsSound() {
    try (var snapshot = new SimulatedStore(1).snapshot()) {
      assertThat(SlotScan.run(snapshot, 0).isSound()).isTrue();
    }
  }

  @Test
  void aStoreThatCannotBeReadIsNoProblemOfTheSlot() {
    var store = (SimulatedStore) sound();
    try (var snapshot = store.snapshot()) {
      store.failFrom(store.calls() + 1, Problem.FAILED);

      assertThatExceptionOfType(StoreException.class).isThrownBy(() -> SlotScan.run(snapshot, 0));
    }
  }

  private static Store sound() {
    var store = new SimulatedStore(1);
    store.apply(
        LayerWriter.write(
            new Sample(2)
                .queue(7, 1, 1, 1)
                .put(7, "d", DELAYED)
                .put(7, "l", LEASED)
                .put(7, "x", AVAILABLE)
                .frozen()));
    return store;
  }

  private static Harm delete(RowName name, String... noticed) {
    return new Harm(layer -> layer.delete(name.key()), List.of(noticed));
  }

  private static Harm put(RowName name, String hex, String... noticed) {
    var value = Bytes.of(HexFormat.of().parseHex(hex));
    return new Harm(layer -> layer.put(name.key(), value), List.of(noticed));
  }

  private static Harm task(RowName name, TaskState state, String... noticed) {
    var value = Bytes.of(StoredCodec.encodeTask(Sample.task("any", state)));
    return new Harm(layer -> layer.put(name.key(), value), List.of(noticed));
  }

  private static String request() {
    return "0102616205e807040102";
  }
}
