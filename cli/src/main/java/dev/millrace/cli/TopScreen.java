package dev.millrace.cli;

import dev.millrace.api.v1.QueueStats;
import dev.millrace.api.v1.StatsReply;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What `top` shows: the sums on top, then queues, as many as fit. */
final class TopScreen {
  /** By what queues are put in order. */
  enum Order {
    BUSY('b', "events/s", Comparator.comparingDouble(TopScreen::events)),
    TASKS('t', "tasks", Comparator.comparingLong(TopScreen::tasks)),
    AVAILABLE('a', "available", Comparator.comparingLong(stats -> stats.getSize().getAvailable())),
    LEASED('l', "leased", Comparator.comparingLong(stats -> stats.getSize().getLeased())),
    DELAYED('d', "delayed", Comparator.comparingLong(stats -> stats.getSize().getDelayed())),
    OLDEST('o', "oldest", Comparator.comparingLong(TopScreen::headSeconds));

    private final char key;
    private final String word;
    private final Comparator<QueueStats> order;

    Order(char key, String word, Comparator<QueueStats> order) {
      this.key = key;
      this.word = word;
      this.order = order;
    }

    /** The order that a key stands for; the same if it stands for none. */
    Order after(int pressed) {
      for (var one : values()) {
        if (one.key == pressed) {
          return one;
        }
      }
      return this;
    }
  }

  private TopScreen() {}

  static double events(QueueStats stats) {
    var rates = stats.getLast10S();
    return rates.getEnqueued() + rates.getLeased() + rates.getDequeued();
  }

  private static long tasks(QueueStats stats) {
    var size = stats.getSize();
    return size.getAvailable() + size.getLeased() + size.getDelayed();
  }

  private static long headSeconds(QueueStats stats) {
    return stats.getSize().getHeadAge().getSeconds();
  }

  /** Lines that fill the screen and don't go beyond it. */
  static List<String> lines(StatsReply stats, Order order, String server, Terminal.Size size) {
    var total = stats.getTotal();
    var lines = new ArrayList<String>();
    lines.add(
        "%s  %s, %s, %s leased, %s delayed"
            .formatted(
                server,
                Wording.counted(stats.getMatching(), "queue"),
                Wording.counted(tasks(total), "task"),
                Wording.count(total.getSize().getLeased()),
                Wording.count(total.getSize().getDelayed())));
    lines.add(
        "enqueued %s/s  leased %s/s  dequeued %s/s  expired %s/s"
            .formatted(
                Wording.rate(total.getLast10S().getEnqueued()),
                Wording.rate(total.getLast10S().getLeased()),
                Wording.rate(total.getLast10S().getDequeued()),
                Wording.rate(total.getLast10S().getExpired())));
    lines.add(keys(order));
    lines.add("");
    var queues =
        stats.getQueuesList().stream()
            .sorted(order.order.reversed())
            .limit(Math.max(0, size.rows() - lines.size() - 1))
            .toList();
    lines.addAll(Table.lines(new QueueStatsView(QueueStats::getLast10S).columns(), queues));
    return lines.stream().limit(size.rows()).map(line -> cut(line, size.columns())).toList();
  }

  private static String keys(Order order) {
    var keys = new StringBuilder("order:");
    for (var one : Order.values()) {
      var key = one == order ? " [%c] %s" : "  %c  %s";
      keys.append(key.formatted(one.key, one.word));
    }
    return keys + "   q quits";
  }

  /** A line that is too long for the screen would be two. */
  private static String cut(String line, int columns) {
    var width = 0;
    var end = 0;
    while (end < line.length()) {
      var character = Character.toString(line.codePointAt(end));
      width += Table.width(character);
      if (width > columns) {
        return line.substring(0, end);
      }
      end += character.length();
    }
    return line;
  }
}
