package dev.millrace.store;

import static dev.millrace.store.Rows.task;
import static dev.millrace.store.Rows.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LayerTest {
  @Test
  void changesAreSortedByKey() {
    var layer =
        Layer.builder()
            .ticket(0, 1)
            .put(task("c"), value("3"))
            .delete(task("a"))
            .put(task("b"), value("2"))
            .build();

    assertThat(layer.changes())
        .containsExactly(
            new RowChange.Delete(task("a")),
            new RowChange.Put(task("b"), value("2")),
            new RowChange.Put(task("c"), value("3")));
  }

  @Test
  void aRowIsChangedOnce() {
    var layer = Layer.builder().ticket(0, 1).put(task("a"), value("1")).delete(task("a"));

    assertThatIllegalArgumentException().isThrownBy(layer::build);
  }

  @Test
  void everySlotThatIsTouchedHasATicket() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Layer.builder().ticket(1, 1).delete(task("a")).build());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Layer.builder().ticket(1, 1).deleteRange(RowRanges.slot(0)).build());
  }

  @Test
  void theRowOfATicketIsTheStoresOwn() {
    var ticket = new RowName.Ticket(0).key();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Layer.builder().ticket(0, 1).delete(ticket).build());
  }

  @Test
  void aRangeStaysInItsSlot() {
    var tooFar = new KeyRange(RowRanges.slot(0).from(), RowRanges.slot(1).to());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Layer.builder().ticket(0, 1).ticket(1, 1).deleteRange(tooFar).build());
  }

  @Test
  void aLayerHasALimit() {
    var layer = Layer.builder().ticket(0, 1);
    var value = Bytes.of(new byte[16 << 20]);
    for (int i = 0; layer.sizeBytes() <= Layer.BYTES_MAX; i++) {
      layer.put(task("" + i), value);
    }

    assertThatIllegalArgumentException().isThrownBy(layer::build);
  }

  @Test
  void anEmptyRangeIsNone() {
    var none = new KeyRange(task("a"), task("a"));

    assertThat(Layer.builder().ticket(0, 1).deleteRange(none).build().emptied()).isEmpty();
  }
}
