package dev.millrace.node;

import static dev.millrace.node.Commands.dequeue;
import static dev.millrace.node.Commands.enqueue;
import static dev.millrace.node.Commands.lease;
import static dev.millrace.node.Commands.peek;
import static dev.millrace.node.TestPath.pids;
import static dev.millrace.node.TestPath.problem;
import static dev.millrace.node.TestPath.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.JournalPoisonedException;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Reply.Granted;
import dev.millrace.queue.Reply.Updated;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(10)
class StagedPathTest {
  @TempDir Path folder;

  @Test
  void answersAndSurvivesARestart() {
    try (var node = new TestPath(folder)) {
      assertThat(node.execute(enqueue("q", "a"))).isInstanceOf(Updated.class);
    }

    try (var node = new TestPath(folder)) {
      assertThat(pids(node.execute(peek("q")))).containsExactly("a");
      assertThat(node.engine.replayed()).isZero();
    }
  }

  @Test
  void leaseSurvivesARestart() {
    long number;
    try (var node = new TestPath(folder)) {
      node.execute(enqueue("q", "a"));
      number = leaseNumber(node.execute(lease("q", 1, 60_000, 0)));
    }

    try (var node = new TestPath(folder)) {
      assertThat(node.execute(lease("q", 1, 60_000, 0))).isEqualTo(Granted.NOTHING);
      assertThat(node.execute(dequeue("q", "a", number))).isInstanceOf(Updated.class);
    }
  }

  @Test
  void answerWaitsForTheSync() throws Exception {
    try (var node = new TestPath(folder)) {
      node.disk.holdSyncs();

      var answer = node.submit(enqueue("q", "a"));
      node.disk.awaitSync();

      assertThat(answer).isNotDone();
      node.disk.letSyncsGo();
      assertThat(reply(answer)).isInstanceOf(Updated.class);
    }
  }

  @Test
  void answerWithDurabilityOsDoesNotWaitForTheSync() throws Exception {
    try (var node = new TestPath(folder)) {
      node.disk.holdSyncs();

      var answer = node.submit(TestPath.DEFAULT_SLOT, enqueue("q", "a"), Durability.OS);
      node.disk.awaitSync();

      assertThat(reply(answer)).isInstanceOf(Updated.class);
      node.disk.letSyncsGo();
    }
  }

  @Test
  void changesOfDurabilityOsDoNotWaitForTheSyncOfOthers() throws Exception {
    try (var node = new TestPath(folder)) {
      node.disk.holdSyncs();
      var first = node.submit(TestPath.DEFAULT_SLOT, enqueue("q", "a"), Durability.OS);
      node.disk.awaitSync();

      var second = node.submit(TestPath.DEFAULT_SLOT, enqueue("q", "b"), Durability.OS);

      assertThat(reply(first)).isInstanceOf(Updated.class);
      assertThat(reply(second)).isInstanceOf(Updated.class);
    }
  }

  @Test
  void allIsSyncedInTheEnd() {
    var node = new TestPath(folder);
    for (String pid : List.of("a", "b", "c")) {
      reply(node.submit(TestPath.DEFAULT_SLOT, enqueue("q", pid), Durability.OS));
    }

    node.path.drain();

    var status = node.engine.journal().status();
    assertThat(status.syncedFrame()).isEqualTo(status.writtenFrame()).isPositive();
    node.close();
  }

  @Test
  void aFailedSyncThatNobodyWaitedForStopsEverything() throws Exception {
    var node = new TestPath(folder);
    node.disk.holdSyncs();
    var written = node.submit(TestPath.DEFAULT_SLOT, enqueue("q", "a"), Durability.OS);
    node.disk.awaitSync();
    var behind = node.submit(enqueue("q", "b"));
    node.disk.failSyncs();
    node.disk.letSyncsGo();

    assertThat(reply(written)).isInstanceOf(Updated.class);
    assertThat(problem(behind)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(node.failures.take()).isInstanceOf(JournalPoisonedException.class);
    node.close();
  }

  @Test
  void readsAndErrorsWaitForWhatTheyMayHaveSeen() throws Exception {
    try (var node = new TestPath(folder)) {
      node.disk.holdSyncs();
      var write = node.submit(TestPath.DEFAULT_SLOT, enqueue("q", "a"), Durability.OS);
      node.disk.awaitSync();

      var read = node.submit(peek("q"));
      var error = node.submit(dequeue("q", "other", 7));
      var otherSlot = node.submit(TestPath.DEFAULT_SLOT + 1, peek("q"), Durability.FSYNC);

      assertThat(reply(write)).isInstanceOf(Updated.class);
      assertThat(List.of(read, error, otherSlot)).noneMatch(CompletableFuture::isDone);
      node.disk.letSyncsGo();
      assertThat(pids(reply(read))).containsExactly("a");
      assertThat(problem(error)).isEqualTo(ErrorCode.LEASE_LOST);
    }
  }

  @Test
  void readIsAnsweredWithoutTheJournalWhenNothingIsInFlight() {
    try (var node = new TestPath(folder)) {
      node.execute(enqueue("q", "a"));
      long frames = node.engine.journal().status().writtenFrame();
      node.disk.holdSyncs();

      assertThat(pids(node.execute(peek("q")))).containsExactly("a");

      assertThat(node.engine.journal().status().writtenFrame()).isEqualTo(frames);
    }
  }

  @Test
  void callsThatWaitForASyncShareTheNextOne() throws Exception {
    try (var node = new TestPath(folder)) {
      node.disk.holdSyncs();
      var first = node.submit(enqueue("q", "first"));
      node.disk.awaitSync();
      long frames = node.engine.journal().status().writtenFrame();

      var others = new ArrayList<CompletableFuture<Answer>>();
      for (int i = 0; i < 50; i++) {
        others.add(node.submit(enqueue("q", "other" + i)));
      }
      while (node.path.observe().getFirst().events() < 51) {
        Thread.onSpinWait();
      }
      // The last batch may still be on its way: a read behind it makes sure that it has been handed
      // on.
      node.disk.letSyncsGo();
      others.forEach(TestPath::reply);

      assertThat(reply(first)).isInstanceOf(Updated.class);
      assertThat(node.engine.journal().status().writtenFrame() - frames).isBetween(1L, 3L);
    }
  }

  @Test
  void fullQueueIsOverloaded() throws Exception {
    var tight = new EngineConfig(new JournalConfig(1 << 16, 1 << 15, 2, 0), Limits.DEFAULT, 10);
    try (var node =
        new TestPath(folder, tight, new PathConfig(5, 1 << 20, Duration.ofMinutes(1)))) {
      node.disk.holdSyncs();
      var answers = new ArrayList<CompletableFuture<Answer>>();
      String data = "x".repeat(10_000);
      do {
        answers.add(node.submit(enqueue("q", "task" + answers.size(), data)));
      } while (!answers.getLast().isDone());

      assertThat(problem(answers.removeLast())).isEqualTo(ErrorCode.OVERLOADED);
      node.disk.letSyncsGo();
      assertThat(answers)
          .allSatisfy(answer -> assertThat(reply(answer)).isInstanceOf(Updated.class));
    }
  }

  @Test
  void tooManyWaitingBytesAreOverloaded() {
    try (var node = new TestPath(folder)) {
      var answer = node.submit(enqueue("q", "a", "x".repeat(1 << 20)));

      assertThat(problem(answer)).isEqualTo(ErrorCode.OVERLOADED);
    }
  }

  @Test
  void callWhoseTimeHasPassedIsDropped() {
    try (var node = new TestPath(folder)) {
      var answer = new CompletableFuture<Answer>();

      var _ =
          node.path.submit(
              TestPath.DEFAULT_SLOT,
              enqueue("q", "a"),
              Durability.FSYNC,
              System.nanoTime() - 1,
              answer::complete);

      assertThat(problem(answer)).isEqualTo(ErrorCode.DEADLINE_PASSED);
      assertThat(pids(node.execute(peek("q")))).isEmpty();
    }
  }

  @Test
  void failedSyncLeavesEverythingUnknown() throws Exception {
    var node = new TestPath(folder);
    var waiting = node.submit(lease("other", 1, 1000, 60_000));
    node.disk.holdSyncs();
    var written = node.submit(enqueue("q", "a"));
    node.disk.awaitSync();
    var read = node.submit(peek("q"));
    node.disk.failSyncs();
    node.disk.letSyncsGo();

    assertThat(problem(written)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(problem(read)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(problem(waiting)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(problem(node.submit(peek("q")))).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(node.failures.take()).isInstanceOf(JournalPoisonedException.class);
    assertThat(node.path.state()).isInstanceOf(PathState.Failed.class);
    node.close();
    assertThat(node.failures).isEmpty();
  }

  @Test
  void defectInASlotStopsEverything() throws Exception {
    var node = new TestPath(folder);
    node.execute(enqueue("q", "a"));
    var waiting = node.submit(lease("other", 1, 1000, 60_000));

    var broken = node.submit(TestPath.SLOTS, peek("q"), Durability.FSYNC);

    assertThat(problem(broken)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(problem(waiting)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(problem(node.submit(peek("q")))).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(node.failures.take()).isInstanceOf(IndexOutOfBoundsException.class);
    node.close();

    try (var again = new TestPath(folder)) {
      assertThat(pids(again.execute(peek("q")))).containsExactly("a");
    }
  }

  @Test
  void drainingFinishesWhatWasTaken() throws Exception {
    var node = new TestPath(folder);
    var waiting = node.submit(lease("other", 1, 1000, 60_000));
    node.disk.holdSyncs();
    var written = node.submit(enqueue("q", "a"));
    node.disk.awaitSync();

    var drain = Thread.ofPlatform().start(node.path::drain);
    while (!(node.path.state() instanceof PathState.Draining)) {
      Thread.onSpinWait();
    }
    var late = node.submit(enqueue("q", "late"));

    assertThat(problem(late)).isEqualTo(ErrorCode.STOPPING);
    assertThat(written).isNotDone();
    node.disk.letSyncsGo();
    drain.join();
    assertThat(written.join().reply()).isInstanceOf(Updated.class);
    assertThat(waiting.join().reply()).isEqualTo(Granted.NOTHING);
    assertThat(node.path.state()).isEqualTo(new PathState.Stopped());
    node.close();
  }

  private static long leaseNumber(Reply reply) {
    return ((Granted) reply).tasks().getFirst().task().lease();
  }
}
