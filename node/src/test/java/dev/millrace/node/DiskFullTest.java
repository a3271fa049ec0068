package dev.millrace.node;

import static dev.millrace.node.Commands.dequeue;
import static dev.millrace.node.Commands.enqueue;
import static dev.millrace.node.Commands.lease;
import static dev.millrace.node.TestPath.problem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.JournalConfig;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Limits;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Reply.Granted;
import dev.millrace.queue.Reply.Updated;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class DiskFullTest {
  private static final EngineConfig SMALL =
      new EngineConfig(new JournalConfig(1 << 16, 1 << 15, 2, 0), Limits.DEFAULT, 10);

  @TempDir Path folder;

  @Test
  void growthIsRefusedCompletionsGoOnAndServiceReturnsWithoutARestart() {
    try (var node = new TestPath(folder, SMALL, TestPath.PATH)) {
      node.execute(enqueue("q", "first"));
      node.disk.setUsableBytes(0);
      assertThat(problem(fill(node))).isEqualTo(ErrorCode.DISK_FULL);

      var granted = (Granted) node.execute(lease("q", 1, 60_000, 0));
      long number = granted.tasks().getFirst().task().lease();
      assertThat(node.execute(dequeue("q", "first", number))).isInstanceOf(Updated.class);
      assertThat(node.path.state()).isEqualTo(new PathState.Serving());

      node.disk.setUsableBytes(Long.MAX_VALUE);
      Reply reply = node.execute(enqueue("q", "again"));
      while (!(reply instanceof Updated)) {
        assertThat(problem(reply)).isEqualTo(ErrorCode.DISK_FULL);
        reply = node.execute(enqueue("q", "again"));
      }
    }
  }

  @Test
  void nothingThatWasRefusedIsThereAfterARestart() {
    int accepted = 0;
    try (var node = new TestPath(folder, SMALL, TestPath.PATH)) {
      node.disk.setUsableBytes(0);
      while (node.execute(enqueue("q", "task" + accepted, "x".repeat(1000))) instanceof Updated) {
        accepted++;
      }
    }

    try (var node = new TestPath(folder, SMALL, TestPath.PATH)) {
      var peeked = (Reply.Peeked) node.execute(Commands.peek("q"));
      assertThat(peeked.tasks()).hasSize(accepted);
    }
  }

  /** Enqueues until one is refused. */
  private static Reply fill(TestPath node) {
    Reply reply = node.execute(enqueue("q", "other0", "x".repeat(1000)));
    for (int i = 1; reply instanceof Updated; i++) {
      reply = node.execute(enqueue("q", "other" + i, "x".repeat(1000)));
    }
    return reply;
  }
}
