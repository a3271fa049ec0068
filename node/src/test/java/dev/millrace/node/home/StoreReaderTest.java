package dev.millrace.node.home;

import static dev.millrace.node.home.Sample.AVAILABLE;
import static dev.millrace.node.home.Sample.DELAYED;
import static dev.millrace.node.home.Sample.LEASED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.millrace.node.home.StoreReader.Asked;
import dev.millrace.queue.Finding;
import dev.millrace.queue.Inquiry;
import dev.millrace.queue.Need;
import dev.millrace.queue.Payload;
import dev.millrace.queue.Pid;
import dev.millrace.queue.Position;
import dev.millrace.queue.Task;
import dev.millrace.queue.Task.Past;
import dev.millrace.queue.TaskState;
import dev.millrace.store.SimulatedStore;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoreReaderTest {
  private static final long QUEUE = 7;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void everyNeedIsFoundAsItWasWritten(StoreKind kind) {
    for (long seed = 0; seed < 5; seed++) {
      var layers = new RandomLayers(seed, 2);
      try (var store = kind.open(folder.resolve("" + seed))) {
        for (int i = 0; i < 40; i++) {
          store.apply(LayerWriter.write(layers.next()));
          reapAll(new Reaper(store));
          var needs = new RandomNeeds(layers).each();

          try (var snapshot = store.snapshot()) {
            var findings = StoreReader.read(snapshot, 2, needs);

            for (int n = 0; n < needs.size(); n++) {
              assertThat(findings.get(n))
                  .as("seed %d, layer %d, %s", seed, i, needs.get(n))
                  .isEqualTo(new Expected(layers).of(needs.get(n)));
            }
          }
        }
      }
    }
  }

  private static void reapAll(Reaper reaper) {
    while (reaper.reapSome()) {
      // The next piece.
    }
  }

  @Test
  void singleTasksOfSeveralSlotsAreLookedUpAtOnce() {
    var store = new SimulatedStore(4);
    var one = new RandomLayers(1, 1);
    var other = new RandomLayers(2, 3);
    store.apply(LayerWriter.write(one.next()));
    store.apply(LayerWriter.write(other.next()));
    var asked =
        List.of(
            new Asked(1, new Inquiry(11, oneTasks(one))),
            new Asked(3, new Inquiry(12, oneTasks(other))),
            new Asked(1, new Inquiry(13, oneTasks(one))));

    try (var snapshot = store.snapshot()) {
      long callsBefore = store.calls();
      var answered = StoreReader.read(snapshot, asked);

      assertThat(store.calls() - callsBefore).isEqualTo(1);
      assertThat(answered)
          .extracting(StoreReader.Answered::inquiry, StoreReader.Answered::version)
          .containsExactly(
              tuple(11L, one.ticket), tuple(12L, other.ticket), tuple(13L, one.ticket));
      assertThat(answered.get(0).findings()).hasSize(one.tasks.size()).doesNotContain(NOTHING);
      assertThat(answered.get(1).findings()).hasSize(other.tasks.size()).doesNotContain(NOTHING);
      assertThat(answered.get(2).findings()).isEqualTo(answered.get(0).findings());
    }
  }

  private static final Finding NOTHING = new Finding.OneTask(null);

  private static List<Need> oneTasks(RandomLayers layers) {
    return layers.tasks.keySet().stream()
        .<Need>map(key -> new Need.OneTask(key.queueId(), key.pid()))
        .toList();
  }

  @Test
  void whatNobodyNeedsAsASingleTaskIsNotLookedUp() {
    var store = new SimulatedStore(1);

    try (var snapshot = store.snapshot()) {
      long callsBefore = store.calls();
      StoreReader.read(snapshot, 0, List.of(new Need.NextDeadlines(null, 5)));

      assertThat(store.calls() - callsBefore).isEqualTo(1);
      assertThat(store.scans()).isEqualTo(1);
    }
  }

  @Test
  void aMergeEndsWhereOneOfItsScansDid() {
    var store =
        holding(
            new Sample(1)
                .put(QUEUE, large("b", AVAILABLE))
                .put(QUEUE, large("d", AVAILABLE))
                .put(QUEUE, large("f", AVAILABLE))
                .put(QUEUE, "a", DELAYED)
                .put(QUEUE, "c", LEASED)
                .put(QUEUE, "e", LEASED));

    // Two large rows fill a scan, so that nobody knows whether there is one before e.
    assertThat(any(store, true, true, 100)).isEqualTo(pids(false, "a", "b", "c", "d"));
    assertThat(any(store, false, true, 100)).isEqualTo(pids(true, "a", "c", "e"));
    assertThat(any(store, true, false, 100)).isEqualTo(pids(false, "b", "d"));
  }

  @Test
  void aMergeHasNoMoreTasksThanWanted() {
    var store =
        holding(
            new Sample(1)
                .put(QUEUE, "a", AVAILABLE)
                .put(QUEUE, "b", LEASED)
                .put(QUEUE, "c", AVAILABLE)
                .put(QUEUE, "d", LEASED));

    assertThat(any(store, true, true, 1)).isEqualTo(pids(false, "a"));
    assertThat(any(store, true, true, 3)).isEqualTo(pids(false, "a", "b", "c"));
    assertThat(any(store, true, true, 4)).isEqualTo(pids(true, "a", "b", "c", "d"));
    assertThat(any(store, false, false, 4)).isEqualTo(pids(true));
  }

  @Test
  void availableTasksHaveNoMoreDataThanWantedButForTheFirst() {
    var store =
        holding(
            new Sample(1)
                .put(QUEUE, sized("a", 100))
                .put(QUEUE, sized("b", 100))
                .put(QUEUE, sized("c", 500)));

    assertThat(available(store, 10, 1)).isEqualTo(pids(false, "a"));
    assertThat(available(store, 10, 0)).isEqualTo(pids(false, "a"));
    assertThat(available(store, 10, 600)).isEqualTo(pids(false, "a", "b"));
    assertThat(available(store, 10, 10_000)).isEqualTo(pids(true, "a", "b", "c"));
    assertThat(available(store, 2, 10_000)).isEqualTo(pids(false, "a", "b"));
  }

  @Test
  void aScanForAvailableTasksNeverWalksOverHeldOnes() {
    var sample = new Sample(1);
    for (int i = 0; i < 1000; i++) {
      sample.put(QUEUE, "a" + i, LEASED);
    }
    var store = holding(sample.put(QUEUE, "b", AVAILABLE));

    assertThat(available(store, 1, 100)).isEqualTo(pids(true, "b"));
    assertThat(store.rowsScanned()).isEqualTo(1);
  }

  private static SimulatedStore holding(Sample sample) {
    var store = new SimulatedStore(1);
    store.apply(LayerWriter.write(sample.frozen()));
    return store;
  }

  private static Task large(String pid, TaskState state) {
    var data = Payload.of(new byte[9 << 20]);
    return new Task(Pid.of(pid), data, state, 1000, 1, Past.NONE, null);
  }

  private static Task sized(String pid, int bytes) {
    return new Task(Pid.of(pid), Payload.of(new byte[bytes]), AVAILABLE, 1000, 1, Past.NONE, null);
  }

  private record Pids(List<String> pids, boolean isComplete) {}

  private static Pids pids(boolean isComplete, String... pids) {
    return new Pids(List.of(pids), isComplete);
  }

  private static Pids any(SimulatedStore store, boolean available, boolean held, int max) {
    return read(store, new Need.AnyTasks(QUEUE, Position.START, available, held, max));
  }

  private static Pids available(SimulatedStore store, int max, long bytesMax) {
    return read(store, new Need.AvailableTasks(QUEUE, Position.START, max, bytesMax));
  }

  private static Pids read(SimulatedStore store, Need need) {
    try (var snapshot = store.snapshot()) {
      var found = (Finding.Tasks) StoreReader.read(snapshot, 0, List.of(need)).getFirst();
      return new Pids(
          found.tasks().stream().map(task -> task.pid().toString()).toList(), found.isComplete());
    }
  }
}
