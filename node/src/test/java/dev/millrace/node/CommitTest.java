package dev.millrace.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How answers leave. */
@Timeout(10)
class CommitTest {
  private final List<Answer> answers = new ArrayList<>();

  @Test
  void answersLeaveWhereTheyAreToldTo() {
    Queue<Runnable> told = new ArrayDeque<>();
    try (var node = new TestEngine()) {
      var commit = new Commit(node.engine.journal(), told::add);

      commit.run(List.of(batch(node)));

      assertThat(answers).isEmpty();
      told.forEach(Runnable::run);
      assertThat(answers).hasSize(1);
    }
  }

  @Test
  void whoAwaitsAnswersReturnsAfterThem() {
    Queue<Runnable> told = new ArrayDeque<>();
    Executor twoAtOnce =
        action -> {
          told.add(action);
          if (told.size() == 2) {
            told.forEach(Runnable::run);
          }
        };
    try (var node = new TestEngine()) {
      var commit = new Commit(node.engine.journal(), twoAtOnce);
      commit.run(List.of(batch(node)));

      commit.awaitAnswers();

      assertThat(answers).hasSize(1);
    }
  }

  /** With one answer, which waits for a sync. */
  private Batch batch(TestEngine node) {
    var call =
        new Call(
            1,
            TestEngine.SLOT,
            Commands.enqueue("q", "a"),
            Durability.FSYNC,
            Call.NEVER,
            answers::add);
    node.engine.execution().execute(call, TestEngine.NOW, 0);
    return node.engine.execution().takeBatch();
  }
}
