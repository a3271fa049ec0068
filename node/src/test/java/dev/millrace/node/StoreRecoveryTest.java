package dev.millrace.node;

import static dev.millrace.node.Commands.dequeue;
import static dev.millrace.node.Commands.enqueue;
import static dev.millrace.node.Commands.lease;
import static dev.millrace.node.Commands.peek;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.journal.DataDirectoryException;
import dev.millrace.queue.Reply.Granted;
import dev.millrace.queue.Reply.Peeked;
import dev.millrace.queue.Reply.Surveyed;
import dev.millrace.queue.Reply.Updated;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is there after a restart, from the store and the journal together. */
class StoreRecoveryTest {
  private static final int TASKS = 200;

  @Test
  void nothingIsReplayedAfterACheckpoint() {
    try (var node = new TestEngine()) {
      fill(node, TASKS);
      node.checkpoint();

      node.restart(0);

      assertThat(node.engine.replayed()).isZero();
      assertThat(pids(node)).isEqualTo(expected(0, TASKS));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3, 0.7, 1})
  void whatTheStoreLostComesFromTheJournal(double part) {
    try (var node = new TestEngine()) {
      fill(node, TASKS);
      for (int i = 0; i < 50; i++) {
        takeFirst(node, i);
        node.apply();
      }
      int layers = node.store.unflushedLayers();
      assertThat(layers).isGreaterThan(3);

      node.restart((int) (part * layers));

      assertThat(pids(node)).isEqualTo(expected(50, TASKS));
      assertThat(counted(node)).isEqualTo(TASKS - 50);
      takeFirst(node, 50);
      assertThat(pids(node)).isEqualTo(expected(51, TASKS));
    }
  }

  @Test
  void whatIsAppliedIsFlushedHalfAnIntervalLater() {
    try (var node = new TestEngine()) {
      fill(node, TASKS);
      assertThat(node.store.unflushedLayers()).isPositive();

      // They were applied at 0, and the interval is a minute.
      assertThat(node.engine.checkpoint().flushNanos()).isEqualTo(Duration.ofSeconds(30).toNanos());
    }
  }

  @Test
  void leaseSurvivesACheckpointAndARestart() {
    try (var node = new TestEngine()) {
      fill(node, TASKS);
      var granted = (Granted) node.execute(lease("q", 1, 60_000, 0));
      node.checkpoint();
      node.restart(0);

      var next = (Granted) node.execute(lease("q", 1, 60_000, 0));
      var first = granted.tasks().getFirst();

      assertThat(next.tasks().getFirst().task().pid().toString()).isEqualTo(pid(1));
      assertThat(node.execute(dequeue("q", pid(0), first.task().lease())))
          .isInstanceOf(Updated.class);
    }
  }

  @Test
  void directoryWithoutAStoreIsReadIntoOneWithinTheBudget() {
    try (var node = new TestEngine()) {
      fill(node, TASKS);

      node.restartWithoutStore();

      assertThat(node.engine.replayed()).isEqualTo(TASKS);
      assertThat(node.store.appliedTicket(TestEngine.SLOT)).isPositive();
      assertThat(pids(node)).isEqualTo(expected(0, TASKS));
    }
  }

  @Test
  void trimmedJournalIsRefusedWithoutItsStore() {
    var node = new TestEngine();
    int segments = node.engine.journal().status().segments();
    for (int i = 0; node.engine.journal().status().segments() < segments + 2; i++) {
      node.execute(enqueue("q", pid(i), "x".repeat(1000)));
      node.apply();
    }
    node.checkpoint();
    assertThat(node.engine.journal().status().segments()).isLessThan(segments + 2);

    assertThatThrownBy(node::restartWithoutStore)
        .isInstanceOf(DataDirectoryException.class)
        .hasMessageContaining("restore a backup");
  }

  private static void fill(TestEngine node, int tasks) {
    for (int i = 0; i < tasks; i++) {
      assertThat(node.execute(enqueue("q", pid(i), "x".repeat(50)))).isInstanceOf(Updated.class);
      if (i % 10 == 0) {
        node.apply();
      }
    }
  }

  private static void takeFirst(TestEngine node, int number) {
    var granted = (Granted) node.execute(lease("q", 1, 60_000, 0));
    var task = granted.tasks().getFirst().task();
    assertThat(task.pid().toString()).isEqualTo(pid(number));
    assertThat(node.execute(dequeue("q", pid(number), task.lease()))).isInstanceOf(Updated.class);
  }

  private static long counted(TestEngine node) {
    return ((Surveyed) node.execute(Commands.survey())).total().available();
  }

  private static List<String> pids(TestEngine node) {
    return ((Peeked) node.execute(peek("q")))
        .tasks().stream().map(task -> task.pid().toString()).toList();
  }

  private static List<String> expected(int from, int to) {
    return IntStream.range(from, to).mapToObj(StoreRecoveryTest::pid).toList();
  }

  private static String pid(int number) {
    return "p%05d".formatted(number);
  }
}
