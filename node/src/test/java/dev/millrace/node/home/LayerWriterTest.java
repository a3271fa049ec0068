package dev.millrace.node.home;

import static dev.millrace.node.home.Sample.AVAILABLE;
import static dev.millrace.node.home.Sample.DELAYED;
import static dev.millrace.node.home.Sample.LEASED;
import static dev.millrace.node.home.Sample.leased;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.Change.Outcome;
import dev.millrace.queue.Change.RequestKept;
import dev.millrace.queue.RequestId;
import dev.millrace.queue.StoredSlot.StoredRequest;
import dev.millrace.queue.TaskState;
import dev.millrace.store.Bytes;
import dev.millrace.store.RowChange;
import dev.millrace.store.RowName;
import dev.millrace.store.Rows;
import dev.millrace.store.SimulatedStore;
import dev.millrace.store.Store;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class LayerWriterTest {
  private static final Bytes P = Rows.value("p");

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void aStoreHoldsExactlyTheRowsOfWhatIsThere(StoreKind kind) {
    for (long seed = 0; seed < 5; seed++) {
      var layers = new RandomLayers(seed, 2);
      try (var store = kind.open(folder.resolve("" + seed))) {
        for (int i = 0; i < 60; i++) {
          store.apply(LayerWriter.write(layers.next()));

          var rows = namesIn(store);
          // Those of deleted queues stay until they are reaped.
          rows.removeIf(name -> layers.goneWithTasks.contains(queueOf(name)));
          assertThat(rows).as("seed %d, layer %d", seed, i).isEqualTo(namesOf(layers));
        }
      }
    }
  }

  record Move(@Nullable TaskState before, @Nullable TaskState after) {}

  static List<Move> moves() {
    var states = new ArrayList<@Nullable TaskState>();
    states.add(null);
    states.addAll(List.of(AVAILABLE, DELAYED, LEASED, leased("you", 6000), leased("me", 7000)));
    var moves = new ArrayList<Move>();
    states.forEach(before -> states.forEach(after -> moves.add(new Move(before, after))));
    return moves;
  }

  @ParameterizedTest
  @MethodSource("moves")
  void aTaskThatMovesLeavesNoStrayRow(Move move) {
    var moved = new SimulatedStore(1);
    moved.apply(LayerWriter.write(new Sample(1).change(7, "p", null, move.before()).frozen()));
    var fresh = new SimulatedStore(1);

    moved.apply(
        LayerWriter.write(new Sample(2).change(7, "p", move.before(), move.after()).frozen()));
    fresh.apply(LayerWriter.write(new Sample(2).change(7, "p", null, move.after()).frozen()));

    assertThat(Rows.everything(moved)).isEqualTo(Rows.everything(fresh));
  }

  @Test
  void rowsThatLeadToATaskAreNotWrittenAgain() {
    var renewed = new Sample(2).change(7, "p", leased("me", 6000), leased("me", 7000)).frozen();

    var changes = LayerWriter.write(renewed).changes();

    assertThat(changes.stream().map(RowChange::key).map(RowName::of))
        .containsExactly(
            new RowName.Meta(0),
            new RowName.Deadline(0, 6000, 7, P),
            new RowName.Deadline(0, 7000, 7, P),
            new RowName.Held(0, 7, P));
  }

  @Test
  void aRequestThatIsForgottenInItsOwnLayerIsNotWritten() {
    var kept = new RequestKept(new RequestId("c", 1), 1000, new Outcome.Delete(1, 2));
    var store = new SimulatedStore(1);

    store.apply(
        LayerWriter.write(
            new Sample(9)
                .request(new StoredRequest(4, kept))
                .request(new StoredRequest(5, kept))
                .requestsFrom(5)
                .frozen()));

    assertThat(namesIn(store)).contains(new RowName.Request(0, 5));
    assertThat(namesIn(store)).doesNotContain(new RowName.Request(0, 4));
  }

  @Test
  void onlyADeletedQueueThatHadTasksIsToBeReaped() {
    var store = new SimulatedStore(1);
    store.apply(LayerWriter.write(new Sample(1).queue(7, 0, 0, 0).queue(8, 0, 0, 0).frozen()));

    store.apply(LayerWriter.write(new Sample(2).gone(7, true).gone(8, false).frozen()));

    assertThat(namesIn(store))
        .containsExactlyInAnyOrder(
            new RowName.Ticket(0), new RowName.Meta(0), new RowName.Reap(0, 7));
  }

  private static Set<RowName> namesIn(Store store) {
    var names = new HashSet<RowName>();
    Rows.everything(store).forEach(row -> names.add(RowName.of(row.key())));
    return names;
  }

  private static long queueOf(RowName name) {
    return switch (name) {
      case RowName.Task task -> task.queueId();
      case RowName.Held held -> held.queueId();
      case RowName.Deadline deadline -> deadline.queueId();
      case RowName.Lease lease -> lease.queueId();
      case RowName.Reap _,
          RowName.Ticket _,
          RowName.Meta _,
          RowName.Policies _,
          RowName.Request _,
          RowName.Client _,
          RowName.Queue _ ->
          0;
    };
  }

  private static Set<RowName> namesOf(RandomLayers layers) {
    int slot = layers.slot;
    var names = new HashSet<RowName>();
    names.add(new RowName.Ticket(slot));
    names.add(new RowName.Meta(slot));
    if (layers.policies.version() > 0) {
      names.add(new RowName.Policies(slot));
    }
    layers.requests.keySet().forEach(ticket -> names.add(new RowName.Request(slot, ticket)));
    layers.floors.keySet().forEach(c -> names.add(new RowName.Client(slot, Rows.value(c))));
    layers.queues.keySet().forEach(id -> names.add(new RowName.Queue(slot, id)));
    layers.goneWithTasks.forEach(id -> names.add(new RowName.Reap(slot, id)));
    layers.tasks.forEach(
        (key, task) -> {
          var pid = Bytes.of(key.pid().bytes());
          switch (task.state()) {
            case TaskState.Available() -> names.add(new RowName.Task(slot, key.queueId(), pid));
            case TaskState.Delayed(long until) -> {
              names.add(new RowName.Held(slot, key.queueId(), pid));
              names.add(new RowName.Deadline(slot, until, key.queueId(), pid));
            }
            case TaskState.Leased(var holder, _, long until) -> {
              var name = Rows.value(holder.name());
              names.add(new RowName.Held(slot, key.queueId(), pid));
              names.add(new RowName.Deadline(slot, until, key.queueId(), pid));
              names.add(new RowName.Lease(slot, name, key.queueId(), pid));
            }
          }
        });
    return names;
  }
}
