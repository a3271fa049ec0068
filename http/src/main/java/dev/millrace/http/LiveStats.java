package dev.millrace.http;

import com.google.protobuf.Message;
import dev.millrace.api.v1.QueueFilter;
import dev.millrace.api.v1.StatsRequest;
import dev.millrace.http.CallUnderWay.Outcome;
import dev.millrace.http.CallUnderWay.Outcome.Failed;
import dev.millrace.http.CallUnderWay.Outcome.Replied;
import io.grpc.Channel;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Asks for statistics once a second, and tells who listens. Listeners with the same question and
 * the same credentials share the asking. Used on the loop only.
 */
final class LiveStats {
  private static final long PERIOD_MILLIS = 1000;

  /** Queues of an event, if nothing else is asked for. */
  private static final int QUEUES = 20;

  private final Channel channel;
  private final EventLoop loop;
  private final int listenersMax;
  private final Map<Question, Feed> feeds = new HashMap<>();
  private int listeners;

  /** Takes events as a browser reads them; must not block. */
  interface Listener {
    void event(String text);
  }

  /**
   * What is asked again and again.
   *
   * @param asker the one who asked first, in whose name the others are served too
   */
  record Question(Rpc rpc, Message request, Asker asker) {
    /** With the longest queues, if nothing else is asked for. */
    static Question of(Rpc rpc, StatsRequest request, Asker asker) {
      var stats = request.toBuilder();
      if (stats.getFilter().getSort() == QueueFilter.Sort.SORT_UNSPECIFIED) {
        stats.getFilterBuilder().setSort(QueueFilter.Sort.TASKS).setDescending(true);
      }
      if (stats.getFilter().getPageSize() == 0) {
        stats.getFilterBuilder().setPageSize(QUEUES);
      }
      return new Question(rpc, stats.build(), asker);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Question that
          && request.equals(that.request)
          && asker.authorization().equals(that.asker.authorization());
    }

    @Override
    public int hashCode() {
      return 31 * request.hashCode() + asker.authorization().hashCode();
    }
  }

  LiveStats(Channel channel, EventLoop loop, int listenersMax) {
    this.channel = channel;
    this.loop = loop;
    this.listenersMax = listenersMax;
  }

  boolean isFull() {
    return listeners >= listenersMax;
  }

  int listeners() {
    return listeners;
  }

  /** Tells a listener from now on, until it is removed. */
  void add(Question question, Listener listener) {
    listeners++;
    feeds.computeIfAbsent(question, Feed::new).listeners.add(listener);
  }

  void remove(Question question, Listener listener) {
    Feed feed = feeds.get(question);
    if (feed != null && feed.listeners.remove(listener)) {
      listeners--;
      if (feed.listeners.isEmpty()) {
        feeds.remove(question);
        feed.hasEnded = true;
      }
    }
  }

  static String event(Outcome outcome) {
    return switch (outcome) {
      case Replied(var reply) -> "event: stats\ndata: " + JsonWriting.text(reply) + "\n\n";
      case Failed(var answer) ->
          "event: problem\ndata: " + answer.body().toStringUtf8().strip() + "\n\n";
    };
  }

  private final class Feed {
    private final Question question;
    private final Set<Listener> listeners = new LinkedHashSet<>();
    private boolean hasEnded;

    Feed(Question question) {
      this.question = question;
      later();
    }

    private void later() {
      var _ = loop.schedule(this::ask, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void ask() {
      if (!hasEnded) {
        var _ =
            CallUnderWay.start(
                channel,
                question.rpc(),
                question.request(),
                question.asker().metadata(),
                loop,
                this::tell);
      }
    }

    /** The next is asked a second after this: one that takes long is not asked more often. */
    private void tell(Outcome outcome) {
      String event = event(outcome);
      List.copyOf(listeners).forEach(listener -> listener.event(event));
      later();
    }
  }
}
