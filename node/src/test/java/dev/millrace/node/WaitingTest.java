package dev.millrace.node;

import static dev.millrace.node.Commands.enqueue;
import static dev.millrace.node.Commands.lease;
import static dev.millrace.node.TestPath.problem;
import static dev.millrace.node.TestPath.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Reply.Granted;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Leases that wait, and the time that passes meanwhile. */
@Timeout(10)
class WaitingTest {
  private static final long HOUR = 3_600_000;

  @TempDir Path folder;

  @Test
  void waitingLeaseIsWokenByTheEnqueueAndByNothingElse() {
    try (var node = new TestPath(folder)) {
      var waiting = node.submit(lease("q", 1, HOUR, HOUR));
      awaitExecuted(node, 1);
      long batches = batches(node);

      node.execute(enqueue("q", "a"));

      assertThat(((Granted) reply(waiting)).tasks()).hasSize(1);
      assertThat(batches(node) - batches).as("runs of the execute stage").isEqualTo(1);
    }
  }

  @Test
  void waitEndsAtItsTime() {
    try (var node = new TestPath(folder)) {
      assertThat(node.execute(lease("q", 1, HOUR, 20))).isEqualTo(Granted.NOTHING);
    }
  }

  @Test
  void expiredTaskGoesToTheWaitingLease() {
    try (var node = new TestPath(folder)) {
      node.execute(enqueue("q", "a"));
      node.execute(lease("q", 1, 30, 0));

      var next = node.execute(lease("q", 1, HOUR, HOUR));

      assertThat(((Granted) next).tasks())
          .singleElement()
          .satisfies(leased -> assertThat(leased.task().past().attempts()).isEqualTo(1));
    }
  }

  @Test
  void callerThatHasGoneWaitsNoMore() {
    try (var node = new TestPath(folder)) {
      var answer = new CompletableFuture<Answer>();
      var pending =
          node.path.submit(
              TestPath.DEFAULT_SLOT,
              lease("q", 1, HOUR, HOUR),
              Durability.FSYNC,
              Call.NEVER,
              answer::complete);
      awaitExecuted(node, 1);

      pending.cancel();

      assertThat(reply(answer)).isEqualTo(Granted.NOTHING);
      node.execute(enqueue("q", "a"));
      assertThat(((Granted) node.execute(lease("q", 1, HOUR, 0))).tasks()).hasSize(1);
    }
  }

  @Test
  void callerThatGoesBeforeItsTurnIsNotServed() throws Exception {
    try (var node = new TestPath(folder)) {
      node.execute(enqueue("q", "a"));
      node.disk.holdSyncs();
      for (int i = 0; i < 3; i++) {
        var _ = node.submit(enqueue("q", "b" + i));
      }
      node.disk.awaitSync();
      var answer = new CompletableFuture<Answer>();

      node.path
          .submit(
              TestPath.DEFAULT_SLOT,
              lease("other", 1, HOUR, HOUR),
              Durability.FSYNC,
              Call.NEVER,
              answer::complete)
          .cancel();

      node.disk.letSyncsGo();
      var _ = reply(answer);
      assertThat(node.engine.execution().waiting()).isZero();
    }
  }

  @Test
  void onlySoManyLeasesMayWait() {
    try (var node = new TestPath(folder)) {
      for (int i = 0; i < TestPath.ENGINE.waitingLeasesMax(); i++) {
        var _ = node.submit(lease("q", 1, HOUR, HOUR));
      }

      assertThat(problem(node.submit(lease("q", 1, HOUR, HOUR)))).isEqualTo(ErrorCode.OVERLOADED);
      assertThat(node.execute(lease("q", 1, HOUR, 0))).isEqualTo(Granted.NOTHING);
    }
  }

  private static void awaitExecuted(TestPath node, long events) {
    while (node.path.observe().getFirst().events() < events
        || node.engine.execution().waiting() == 0) {
      Thread.onSpinWait();
    }
  }

  private static long batches(TestPath node) {
    return node.path.observe().getFirst().batches();
  }
}
