package dev.millrace.node;

import static dev.millrace.node.Commands.enqueue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.Memory;
import dev.millrace.queue.Reply.Updated;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a long journal sends changes to the store. */
class FreezingTest {
  private static final long JOURNAL_BYTES_MAX = 1 << 20;

  /** The task below takes more than 2 KB in memory. */
  private static final long JOURNAL_OF_THE_LIVING = 4_000;

  private static final EngineConfig CONFIG =
      TestEngine.CONFIG
          .with(Memory.DEFAULT)
          .with(new CheckpointConfig(1 << 20, JOURNAL_BYTES_MAX, Duration.ofMinutes(1)));

  @Test
  void slotsAreFrozenWhenMuchOfALongJournalIsAlive() {
    try (var node = withOneTask()) {
      assertThat(frozen(node, JOURNAL_OF_THE_LIVING)).isEqualTo(1);
    }
  }

  @Test
  void journalGetsLongerWhileLittleOfItIsAlive() {
    try (var node = withOneTask()) {
      assertThat(frozen(node, JOURNAL_BYTES_MAX)).isZero();
    }
  }

  @Test
  void slotsAreFrozenWhenTheJournalIsLongerThanItMay() {
    try (var node = withOneTask()) {
      assertThat(frozen(node, JOURNAL_BYTES_MAX + 1)).isEqualTo(1);
    }
  }

  private static TestEngine withOneTask() {
    var node = new TestEngine(CONFIG);
    assertThat(node.execute(enqueue("q", "p", "x".repeat(2_000)))).isInstanceOf(Updated.class);
    return node;
  }

  private static int frozen(TestEngine node, long journalBytes) {
    node.engine.execution().freezeOldest(journalBytes, TestEngine.NOW);
    return node.engine.execution().takeBatch().layers().size();
  }
}
