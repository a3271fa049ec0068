package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.QueueSize;
import dev.millrace.api.v1.QueueStats;
import dev.millrace.api.v1.Rates;
import dev.millrace.api.v1.StatsReply;
import org.junit.jupiter.api.Test;

/** The screen of `top`. */
class TopScreenTest {
  private static final StatsReply STATS =
      StatsReply.newBuilder()
          .addQueues(queue("long", 900, 1))
          .addQueues(queue("busy", 5, 70))
          .addQueues(queue("evil\u001b[2J", 3, 0))
          .setMatching(3)
          .build();

  private static QueueStats queue(String name, long available, double rate) {
    return QueueStats.newBuilder()
        .setSize(
            QueueSize.newBuilder()
                .setQueue(Queue.newBuilder().setName(name))
                .setAvailable(available))
        .setLast10S(Rates.newBuilder().setEnqueued(rate))
        .build();
  }

  private static String screen(TopScreen.Order order, int columns, int rows) {
    return String.join(
        "\n", TopScreen.lines(STATS, order, "host:1", new Terminal.Size(columns, rows)));
  }

  @Test
  void busiestQueueIsFirst() {
    assertThat(screen(TopScreen.Order.BUSY, 200, 24)).containsSubsequence("busy", "long", "evil");
  }

  @Test
  void keyChoosesTheOrder() {
    var order = TopScreen.Order.BUSY.after('t');
    assertThat(order).isEqualTo(TopScreen.Order.TASKS);
    assertThat(order.after('?')).isEqualTo(order);
    assertThat(screen(order, 200, 24)).contains("[t] tasks").containsSubsequence("long", "busy");
  }

  @Test
  void nothingGoesBeyondTheScreen() {
    var lines = TopScreen.lines(STATS, TopScreen.Order.BUSY, "host:1", new Terminal.Size(30, 6));
    assertThat(lines).hasSize(6).allMatch(line -> line.length() <= 30);
  }

  @Test
  void namesCanNotMoveTheCursor() {
    assertThat(screen(TopScreen.Order.BUSY, 200, 24)).doesNotContain("\u001b");
  }
}
