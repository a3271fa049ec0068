package dev.millrace.node;

import static dev.millrace.node.Commands.dequeue;
import static dev.millrace.node.Commands.enqueue;
import static dev.millrace.node.Commands.lease;
import static dev.millrace.node.Commands.peek;
import static dev.millrace.node.TestPath.problem;
import static dev.millrace.node.TestPath.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Reply.Granted;
import dev.millrace.queue.Reply.Peeked;
import dev.millrace.queue.Reply.Updated;
import dev.millrace.store.SimulatedStore;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The stages of a node around its store. */
@Timeout(30)
class StoreStagesTest {
  private static final int TASKS = 300;
  private static final String LARGE = "x".repeat(400_000);

  /** Nothing stays in memory that needn't. */
  private static final EngineConfig TINY =
      TestPath.ENGINE
          .with(TestEngine.TINY)
          .with(new CheckpointConfig(100_000, 1 << 20, Duration.ofMinutes(1)));

  @TempDir Path folder;
  private final SimulatedStore store = new SimulatedStore(TestPath.SLOTS);

  @Test
  void tasksThatAreNotInMemoryAreLeasedInTheirOrder() {
    try (var node = start()) {
      fill(node);
      node.path.checkpoint().orTimeout(10, TimeUnit.SECONDS).join();

      var leased = new ArrayList<String>();
      while (leased.size() < TASKS) {
        var granted = (Granted) node.execute(lease("q", 7, 60_000, 0));
        for (var one : granted.tasks()) {
          leased.add(one.task().pid().toString());
          var done = dequeue("q", one.task().pid().toString(), one.task().lease());
          assertThat(node.execute(done)).isInstanceOf(Updated.class);
        }
      }

      assertThat(leased).isEqualTo(pids());
      assertThat(node.path.storeReads().inquiries()).isPositive();
      assertThat(node.path.storeReads().rows()).isPositive();
    }
  }

  @Test
  void checkpointLeavesNothingToReplay() {
    try (var node = start()) {
      fill(node);
      node.path.checkpoint().orTimeout(10, TimeUnit.SECONDS).join();
      assertThat(store.unflushedLayers()).isZero();
      assertThat(store.flushedTickets()[TestPath.DEFAULT_SLOT])
          .isEqualTo(node.engine.slots().lastTicket(TestPath.DEFAULT_SLOT));
    }
  }

  /** Each of them is flushed when it is applied, so that nothing is left to flush behind them. */
  @Test
  void largeLayersLeaveAShortJournal() {
    var roomy =
        TestPath.ENGINE.with(new CheckpointConfig(256L << 20, 1L << 30, Duration.ofMinutes(1)));
    try (var node = new TestPath(folder, store, roomy, TestPath.PATH)) {
      long layerBytes = roomy.memory().layerBytes();
      for (long bytes = 0; bytes < layerBytes; bytes += LARGE.length()) {
        assertThat(node.execute(enqueue("q", "p" + bytes, LARGE))).isInstanceOf(Updated.class);
      }

      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (isLong(node) && System.nanoTime() < deadline) {
        assertThat(node.execute(peek("none"))).isInstanceOf(Peeked.class);
      }
      assertThat(isLong(node)).isFalse();
    }
  }

  private static boolean isLong(TestPath node) {
    return node.engine.journal().status().segments() > 5;
  }

  @Test
  void drainFinishesCallsThatWaitForTheStore() {
    try (var node = start()) {
      fill(node);
    }
    store.crash(0);
    var answers = new ArrayList<CompletableFuture<Answer>>();
    var waiting = new ArrayList<CompletableFuture<Answer>>();
    try (var node = start()) {
      assertThat(node.engine.replayed()).isZero();
      for (int i = 0; i < 20; i++) {
        answers.add(node.submit(peek("q")));
      }
      waiting.add(node.submit(lease("none", 1, 60_000, 60_000)));
    }

    assertThat(answers).allSatisfy(answer -> assertThat(pidsOf(reply(answer))).isEqualTo(pids()));
    assertThat(reply(waiting.getFirst())).isEqualTo(Granted.NOTHING);
  }

  @Test
  void storeThatIsFullIsTriedAgain() {
    try (var node = start()) {
      store.failFrom(store.calls() + 1, Problem.FULL);
      Reply reply = node.execute(enqueue("q", "p0", "x".repeat(1000)));
      for (int i = 1; reply instanceof Updated; i++) {
        reply = node.execute(enqueue("q", "p" + i, "x".repeat(1000)));
      }
      assertThat(problem(reply)).isEqualTo(ErrorCode.OVERLOADED);
      assertThat(node.path.state()).isEqualTo(new PathState.Serving());

      store.heal();

      while (!(reply instanceof Updated)) {
        reply = node.execute(enqueue("q", "again"));
      }
    }
  }

  @Test
  void enqueueWaitsForAStoreThatIsBehindAndNothingElseDoes() {
    try (var node = new TestPath(folder, store, TINY, TestPath.PATH)) {
      store.failFrom(store.calls() + 1, Problem.FULL);
      var last = node.submit(enqueue("q", "p0", "x".repeat(1000)));
      for (int i = 1; !isHeld(node, last); i++) {
        last = node.submit(enqueue("q", "p" + i, "x".repeat(1000)));
      }

      assertThat(last).isNotDone();
      store.heal();

      assertThat(reply(last)).isInstanceOf(Updated.class);
    }
  }

  /** Whether a call waits while one that was submitted after it is answered. */
  private static boolean isHeld(TestPath node, CompletableFuture<Answer> call) {
    for (int i = 0; i < 2; i++) {
      var look = new CompletableFuture<Answer>();
      var _ =
          node.path
              .forClient("other")
              .submit(
                  TestPath.DEFAULT_SLOT,
                  peek("none"),
                  Durability.FSYNC,
                  Call.NEVER,
                  look::complete);
      assertThat(reply(look)).isInstanceOf(Peeked.class);
    }
    return !call.isDone();
  }

  @Test
  void storeThatCanNotBeReadEndsThePath() throws Exception {
    try (var node = start()) {
      fill(node);
    }
    store.crash(0);
    var node = start();
    store.failFrom(store.calls() + 1, Problem.FAILED);

    assertThat(problem(node.submit(peek("q")))).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);

    assertThat(node.failures.take()).isInstanceOf(StoreException.class);
    node.close();
  }

  @Test
  void storeThatCanNotBeWrittenEndsThePath() throws Exception {
    var node = start();
    store.failFrom(store.calls() + 1, Problem.FAILED);

    var checkpoint = submitAndCheckpoint(node);

    assertThat(checkpoint).failsWithin(Duration.ofSeconds(10));
    assertThat(node.failures.take()).isInstanceOf(StoreException.class);
    node.close();
  }

  private static CompletableFuture<Void> submitAndCheckpoint(TestPath node) {
    node.execute(enqueue("q", "a"));
    return node.path.checkpoint();
  }

  private TestPath start() {
    return new TestPath(folder, store, TINY, new PathConfig(100, 1 << 20, Duration.ofMillis(500)));
  }

  private static void fill(TestPath node) {
    for (String pid : pids()) {
      Reply reply = node.execute(enqueue("q", pid, "x".repeat(50)));
      while (!(reply instanceof Updated)) {
        assertThat(problem(reply)).isEqualTo(ErrorCode.OVERLOADED);
        reply = node.execute(enqueue("q", pid, "x".repeat(50)));
      }
    }
  }

  private static List<String> pids() {
    return IntStream.range(0, TASKS).mapToObj("p%05d"::formatted).toList();
  }

  private static List<String> pidsOf(Reply reply) {
    return ((Peeked) reply).tasks().stream().map(task -> task.pid().toString()).toList();
  }
}
