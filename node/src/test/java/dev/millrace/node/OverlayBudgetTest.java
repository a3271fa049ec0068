package dev.millrace.node;

import static dev.millrace.node.Commands.dequeue;
import static dev.millrace.node.Commands.enqueue;
import static dev.millrace.node.Commands.lease;
import static dev.millrace.node.TestPath.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.node.CommandPath.Answer;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Reply;
import dev.millrace.queue.Reply.Granted;
import dev.millrace.queue.Reply.LeasedTask;
import dev.millrace.queue.Reply.Updated;
import dev.millrace.queue.Task;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What happens when the store doesn't keep up. */
class OverlayBudgetTest {
  @Test
  void growthIsRefusedCompletionsGoOnAndServiceReturnsWhenTheStoreTakesLayers() {
    try (var node = new TestEngine()) {
      node.store.failFrom(node.store.calls() + 1, Problem.FULL);
      int accepted = fill(node);
      assertThat(accepted).isGreaterThan(10);
      assertThatThrownBy(node::apply).isInstanceOf(StoreException.class);

      var granted = (Granted) node.execute(lease("q", 1, 60_000, 0));
      var task = granted.tasks().getFirst().task();
      assertThat(node.execute(dequeue("q", task.pid().toString(), task.lease())))
          .isInstanceOf(Updated.class);

      node.store.heal();
      node.apply();
      assertThat(node.execute(enqueue("q", "again"))).isInstanceOf(Updated.class);
    }
  }

  @Test
  void leasesAreRefusedBeforeCompletions() {
    try (var node = new TestEngine()) {
      for (int i = 0; i < 100; i++) {
        node.execute(enqueue("q", "p%03d".formatted(i), "x".repeat(100)));
        node.apply();
      }
      node.checkpoint();
      node.store.failFrom(node.store.calls() + 1, Problem.FULL);

      var leased = new ArrayList<LeasedTask>();
      Reply reply = node.execute(lease("q", 1, 60_000, 0));
      while (reply instanceof Granted(var tasks) && !tasks.isEmpty()) {
        leased.addAll(tasks);
        reply = node.execute(lease("q", 1, 60_000, 0));
      }

      assertThat(problem(reply)).isEqualTo(ErrorCode.OVERLOADED);
      assertThat(leased).hasSizeGreaterThan(10);
      // They wait for the store: even their end is one more change.
      for (LeasedTask one : leased.subList(0, 5)) {
        Task task = one.task();
        assertThat(node.execute(dequeue("q", task.pid().toString(), task.lease())))
            .isInstanceOf(Updated.class);
      }
      node.store.heal();
      node.apply();
      assertThat(node.execute(lease("q", 1, 60_000, 0))).isInstanceOf(Granted.class);
    }
  }

  @Test
  void layersAreFewWhenTheStoreTakesNothing() {
    try (var node = new TestEngine()) {
      fill(node);

      assertThat(node.engine.checkpoint().waiting()).isBetween(1, 20);
    }
  }

  @Test
  void onlySoManyCallsWaitForTheStore() {
    var base = TestEngine.CONFIG;
    var config =
        new EngineConfig(
            base.journal(), base.limits(), base.memory(), base.checkpoint(), 10, 3, 1 << 20);
    try (var node = new TestEngine(config)) {
      for (int i = 0; i < 100; i++) {
        node.execute(enqueue("q", "p%03d".formatted(i), "x".repeat(50)));
        node.apply();
      }
      node.checkpoint();
      node.restart(0);

      var calls = new ArrayList<List<Answer>>();
      for (int i = 0; i < 5; i++) {
        calls.add(node.submit(Commands.peek("q")));
      }

      assertThat(node.engine.execution().parked()).isEqualTo(3);
      assertThat(node.engine.execution().waiting()).isZero();
      assertThat(problem(calls.get(3).getFirst().reply())).isEqualTo(ErrorCode.OVERLOADED);
      while (node.load() > 0) {
        node.commit();
      }
      assertThat(calls).allMatch(answers -> answers.size() == 1);
      assertThat(calls.getFirst().getFirst().reply()).isInstanceOf(Reply.Peeked.class);
      assertThat(node.engine.execution().parked()).isZero();
    }
  }

  /** Enqueues until one is refused; how many were not. */
  private static int fill(TestEngine node) {
    int accepted = 0;
    Reply reply = node.execute(enqueue("q", "p0", "x".repeat(100)));
    while (reply instanceof Updated) {
      accepted++;
      reply = node.execute(enqueue("q", "p" + accepted, "x".repeat(100)));
    }
    assertThat(problem(reply)).isEqualTo(ErrorCode.OVERLOADED);
    return accepted;
  }
}
