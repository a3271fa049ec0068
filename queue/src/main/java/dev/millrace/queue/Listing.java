package dev.millrace.queue;

import dev.millrace.queue.Command.Survey;
import dev.millrace.queue.Reply.Surveyed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A page of queues, and sums over all that match; docs/protocol.md, "Looking". There may be very
 * many: only those on the page are looked at closely.
 */
final class Listing {
  private final SlotState state;
  private final Survey survey;
  private final Comparator<QueueOrder.Key> order;

  Listing(SlotState state, Survey survey) {
    this.state = state;
    this.survey = survey;
    this.order = survey.order().comparator();
  }

  private record Place(QueueOrder.Key key, Queue queue) {}

  /** The page; means nothing when something has to be read first. */
  Surveyed read() {
    long now = state.timeMillis();
    // The page so far, its last queue on top, so that a better one takes that one's place.
    PriorityQueue<Place> page =
        new PriorityQueue<>(Comparator.comparing(Place::key, order).reversed());
    long matching = 0;
    TotalsSum total = new TotalsSum();
    for (Queue queue : state.queues().all()) {
      if (isMeant(queue)) {
        matching++;
        total.add(queue, now);
        addTo(page, new Place(keyOf(queue, now), queue));
      }
    }
    List<Place> sorted = new ArrayList<>(page);
    sorted.sort(Comparator.comparing(Place::key, order));
    List<QueueStats> queues = sorted.stream().map(place -> place.queue.stats(now)).toList();
    return new Surveyed(queues, matching, total.totals());
  }

  private boolean isMeant(Queue queue) {
    return survey.names().matches(queue.name)
        && !queue.isIdle()
        && queue.size() >= survey.minTasks()
        && queue.size() <= survey.maxTasks();
  }

  private QueueOrder.Key keyOf(Queue queue, long now) {
    long number =
        switch (survey.order().by()) {
          case NAME -> 0;
          case TASKS -> queue.size();
          case AVAILABLE -> queue.counts().available();
          case LEASED -> queue.counts().leased();
          case DELAYED -> queue.counts().delayed();
          case HEAD_AGE -> queue.headAgeMillis(now);
        };
    return new QueueOrder.Key(number, queue.name);
  }

  private void addTo(PriorityQueue<Place> page, Place place) {
    QueueOrder.Key after = survey.after();
    Place last = page.peek();
    boolean isFull = page.size() >= survey.maxQueues();
    if ((after != null && order.compare(place.key, after) <= 0)
        || (isFull && (last == null || order.compare(place.key, last.key) >= 0))) {
      return;
    }
    page.add(place);
    if (isFull) {
      page.remove();
    }
  }
}
