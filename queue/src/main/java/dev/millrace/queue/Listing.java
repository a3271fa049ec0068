package dev.millrace.queue;

import dev.millrace.queue.Command.Survey;
import dev.millrace.queue.Reply.Ranked;
import dev.millrace.queue.Reply.Surveyed;
import dev.millrace.queue.Reply.Totals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A page of queues, and sums over all that match; docs/protocol.md, "Looking". There may be very
 * many: which of them match is seen from the {@link Roster}, and only those on the page are looked
 * at closely.
 */
final class Listing {
  private final Roster roster;
  private final Survey survey;
  private final long now;
  private final @Nullable Bound after;

  /** The page so far, its last queue on top, so that a better one takes that one's place. */
  private final PriorityQueue<Place> page;

  /** The last queue of a page that is full. */
  private @Nullable Bound last;

  Listing(SlotState state, Survey survey) {
    this.roster = state.queues().roster();
    this.survey = survey;
    this.now = state.timeMillis();
    this.after = survey.after() == null ? null : new Bound(survey.after());
    this.page = new PriorityQueue<>(byKey().reversed());
  }

  private record Place(QueueOrder.Key key, Queue queue) {}

  /** The key of a queue, to be compared with very many. */
  private static final class Bound {
    final long number;
    final char[] name;

    Bound(QueueOrder.Key key) {
      number = key.number();
      name = Roster.charactersOf(key.queue());
    }
  }

  /** The page; means nothing when something has to be read first. */
  Surveyed read() {
    long matching = 0;
    TotalsSum total = new TotalsSum();
    for (int place = 0; place < roster.count(); place++) {
      if (isMeant(place)) {
        matching++;
        if (survey.summed()) {
          total.add(roster.queue(place), now);
        }
        offer(place);
      }
    }
    List<Place> sorted = new ArrayList<>(page);
    sorted.sort(byKey());
    List<QueueStats> queues = sorted.stream().map(place -> place.queue.stats(now)).toList();
    return new Surveyed(queues, matching, survey.summed() ? total.totals() : Totals.ZERO);
  }

  /** Where all queues stand, whatever the page; means nothing when something has to be read. */
  Ranked rank() {
    List<QueueOrder.Key> keys = new ArrayList<>();
    TotalsSum total = new TotalsSum();
    for (int place = 0; place < roster.count(); place++) {
      if (isMeant(place)) {
        Queue queue = roster.queue(place);
        keys.add(new QueueOrder.Key(numberOf(place), queue.name));
        if (survey.summed()) {
          total.add(queue, now);
        }
      }
    }
    return new Ranked(keys, survey.summed() ? total.totals() : Totals.ZERO);
  }

  /** Those of these queues that have something to show. */
  static Surveyed show(SlotState state, List<QueueName> names) {
    List<QueueStats> queues = new ArrayList<>();
    for (QueueName name : names) {
      Queue queue = state.queues().find(name);
      if (queue != null && !queue.isIdle()) {
        queues.add(queue.stats(state.timeMillis()));
      }
    }
    return new Surveyed(queues, queues.size(), Totals.ZERO);
  }

  private Comparator<Place> byKey() {
    return Comparator.comparing(Place::key, survey.order().comparator());
  }

  /** An idle queue has less than no tasks. */
  private boolean isMeant(int place) {
    long size = roster.size(place);
    return size >= Math.max(0, survey.minTasks())
        && size <= survey.maxTasks()
        && roster.matches(place, survey.names());
  }

  /** Puts a queue on the page if it belongs there. */
  private void offer(int place) {
    long number = numberOf(place);
    boolean isFull = page.size() >= survey.maxQueues();
    if ((after != null && compare(number, place, after) <= 0)
        || (isFull && (last == null || compare(number, place, last) >= 0))) {
      return;
    }
    Queue queue = roster.queue(place);
    page.add(new Place(new QueueOrder.Key(number, queue.name), queue));
    if (isFull) {
      page.remove();
    }
    Place top = page.size() == survey.maxQueues() ? page.peek() : null;
    last = top == null ? null : new Bound(top.key);
  }

  private long numberOf(int place) {
    return switch (survey.order().by()) {
      case NAME -> 0;
      case TASKS -> roster.size(place);
      case AVAILABLE -> roster.queue(place).counts().available();
      case LEASED -> roster.queue(place).counts().leased();
      case DELAYED -> roster.queue(place).counts().delayed();
      case HEAD_AGE -> roster.queue(place).headAgeMillis(now);
      case ENQUEUED -> QueueOrder.thousandths(roster.queue(place).last10s(now).enqueued());
      case DEQUEUED -> QueueOrder.thousandths(roster.queue(place).last10s(now).dequeued());
      case LEASE_TIME -> QueueOrder.thousandths(roster.queue(place).meanLeaseMillis());
    };
  }

  /** As the survey's order compares keys. */
  private int compare(long number, int place, Bound bound) {
    int byNumber = Long.compare(number, bound.number);
    int ascending = byNumber == 0 ? roster.compareName(place, bound.name) : byNumber;
    return survey.order().descending() ? -ascending : ascending;
  }
}
