package dev.millrace.node.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.store.Layer;
import dev.millrace.store.RowName;
import dev.millrace.store.Rows;
import dev.millrace.store.SimulatedStore;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SlotLoaderTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void aSlotIsLoadedAsItWasLeft(StoreKind kind) {
    var one = new RandomLayers(1, 1);
    var other = new RandomLayers(2, 3);
    try (var store = kind.open(folder)) {
      for (int i = 0; i < 60; i++) {
        store.apply(LayerWriter.write(one.next()));
        store.apply(LayerWriter.write(other.next()));

        try (var snapshot = store.snapshot()) {
          assertThat(SlotLoader.load(snapshot, 1)).contains(one.stored());
          assertThat(SlotLoader.load(snapshot, 3)).contains(other.stored());
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSlotThatHasNoLayerIsNotThere(StoreKind kind) {
    try (var store = kind.open(folder);
        var snapshot = store.snapshot()) {
      assertThat(SlotLoader.load(snapshot, 0)).isEmpty();
    }
  }

  @Test
  void moreQueuesThanAPageAreAllLoaded() {
    var layer = new Sample(1);
    for (int id = 1; id <= 2500; id++) {
      layer.queue(id, 0, 0, 0);
    }
    var store = new SimulatedStore(1);
    store.apply(LayerWriter.write(layer.frozen()));

    try (var snapshot = store.snapshot()) {
      assertThat(SlotLoader.load(snapshot, 0).orElseThrow().queues()).hasSize(2500);
    }
  }

  @Test
  void aRowThatIsMissingOrCannotBeReadIsDamage() {
    var store = new SimulatedStore(2);
    store.apply(Layer.builder().ticket(0, 1).build());
    store.apply(LayerWriter.write(new Sample(2).frozen()));
    var broken = new RowName.Queue(0, 7).key();
    store.apply(Layer.builder().ticket(0, 3).put(broken, Rows.value("?")).build());
    store.apply(Layer.builder().ticket(1, 1).build());

    try (var snapshot = store.snapshot()) {
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> SlotLoader.load(snapshot, 0))
          .withMessageContaining(broken.toString())
          .matches(e -> e.problem() == Problem.DAMAGED);
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> SlotLoader.load(snapshot, 1))
          .matches(e -> e.problem() == Problem.DAMAGED);
    }
  }
}
