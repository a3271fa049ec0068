package dev.millrace.node.wire;

import dev.millrace.api.v1.ListQueuesReply;
import dev.millrace.api.v1.QueueFilter;
import dev.millrace.api.v1.QueueSize;
import dev.millrace.api.v1.Rates;
import dev.millrace.api.v1.StatsReply;
import dev.millrace.queue.Command;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.QueueOrder;
import dev.millrace.queue.QueueOrder.By;
import dev.millrace.queue.QueueStats;
import dev.millrace.queue.Reply.Totals;
import java.util.List;

/** Listings of queues and their statistics. */
final class SurveyAdapter {
  private static final int PAGE = 100;
  private static final int PAGE_MAX = 1000;

  private SurveyAdapter() {}

  /**
   * A page of queues.
   *
   * @param matching queues on all pages
   * @param nextToken empty on the last page
   */
  record Page(List<QueueStats> queues, long matching, Totals total, String nextToken) {}

  /**
   * What a filter asks for.
   *
   * @param summed whether sums are shown too
   */
  static Command.Survey command(QueueFilter filter, boolean summed) {
    QueueOrder order = new QueueOrder(by(filter), filter.getDescending());
    return new Command.Survey(
        QueueAdapter.filterOrAny(filter.getPattern()),
        filter.hasMinTasks() ? bound(filter.getMinTasks()) : 0,
        filter.hasMaxTasks() ? bound(filter.getMaxTasks()) : Long.MAX_VALUE,
        order,
        RequestAdapter.count("page_size", filter.getPageSize(), PAGE, PAGE_MAX),
        filter.getPageToken().isEmpty() ? null : PageToken.decode(order, filter.getPageToken()),
        summed);
  }

  /** How many queues come before the page, apart from those on pages before. */
  static long skip(QueueFilter filter) {
    if (filter.getSkip() != 0 && !filter.getPageToken().isEmpty()) {
      throw QueueException.invalid("skip and page_token don't go together");
    }
    return Integer.toUnsignedLong(filter.getSkip());
  }

  /** No queue is larger than 63 bits can tell. */
  private static long bound(long unsigned) {
    return unsigned < 0 ? Long.MAX_VALUE : unsigned;
  }

  private static By by(QueueFilter filter) {
    return switch (filter.getSort()) {
      case SORT_UNSPECIFIED, NAME -> By.NAME;
      case TASKS -> By.TASKS;
      case AVAILABLE -> By.AVAILABLE;
      case LEASED -> By.LEASED;
      case DELAYED -> By.DELAYED;
      case HEAD_AGE -> By.HEAD_AGE;
      case ENQUEUED -> By.ENQUEUED;
      case DEQUEUED -> By.DEQUEUED;
      case LEASE_TIME -> By.LEASE_TIME;
      case UNRECOGNIZED ->
          throw QueueException.invalid("sort has the unknown number %d", filter.getSortValue());
    };
  }

  static ListQueuesReply queues(Page page) {
    ListQueuesReply.Builder reply =
        ListQueuesReply.newBuilder()
            .setMatching(page.matching())
            .setNextPageToken(page.nextToken());
    page.queues().forEach(stats -> reply.addQueues(size(stats)));
    return reply.build();
  }

  static StatsReply stats(Page page) {
    StatsReply.Builder reply =
        StatsReply.newBuilder()
            .setMatching(page.matching())
            .setNextPageToken(page.nextToken())
            .setTotal(total(page.total()));
    page.queues().forEach(stats -> reply.addQueues(stats(stats)));
    return reply.build();
  }

  static QueueSize size(QueueStats stats) {
    QueueSize.Builder size =
        QueueSize.newBuilder()
            .setQueue(QueueAdapter.queue(stats.queue()))
            .setAvailable(stats.available())
            .setLeased(stats.leased())
            .setDelayed(stats.delayed())
            .setPaused(stats.paused())
            .setGeneration(stats.generation());
    if (stats.headAgeMillis() >= 0) {
      size.setHeadAge(TimeAdapter.duration(stats.headAgeMillis()));
    }
    return size.build();
  }

  private static dev.millrace.api.v1.QueueStats stats(QueueStats stats) {
    var message =
        dev.millrace.api.v1.QueueStats.newBuilder()
            .setSize(size(stats))
            .setEntered(stats.entered())
            .setLeft(stats.left())
            .setLast10S(rates(stats.last10s()))
            .setLast5Min(rates(stats.last5min()));
    if (stats.meanLeaseMillis() >= 0) {
      message.setMeanLeaseTime(TimeAdapter.duration(Math.round(stats.meanLeaseMillis())));
    }
    return message.build();
  }

  private static dev.millrace.api.v1.QueueStats total(Totals total) {
    return dev.millrace.api.v1.QueueStats.newBuilder()
        .setSize(
            QueueSize.newBuilder()
                .setAvailable(total.available())
                .setLeased(total.leased())
                .setDelayed(total.delayed()))
        .setEntered(total.entered())
        .setLeft(total.left())
        .setLast10S(rates(total.last10s()))
        .setLast5Min(rates(total.last5min()))
        .build();
  }

  private static Rates rates(QueueStats.Rates rates) {
    return Rates.newBuilder()
        .setEnqueued(rates.enqueued())
        .setCollapsed(rates.collapsed())
        .setLeased(rates.leased())
        .setDequeued(rates.dequeued())
        .setExpired(rates.expired())
        .build();
  }
}
