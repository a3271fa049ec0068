package dev.millrace.queue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a slot, by name and id, and three orders over them: by next deadline, by who was
 * served longest ago among those with available tasks, and by how long they have been idle.
 *
 * <p>A queue that changed must be passed to {@link #reindex}; until then the orders show it as it
 * was.
 */
final class Queues {
  private record Place(long number, long id) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byNumber = Long.compare(number, other.number);
      return byNumber != 0 ? byNumber : Long.compare(id, other.id);
    }
  }

  /** Where a queue stands in the orders; none where it doesn't. */
  private static final class Entry {
    final Queue queue;
    @Nullable Place deadline;
    @Nullable Place turn;

    boolean isIdle;

    /** Its place in the roster. */
    int place;

    Entry(Queue queue) {
      this.queue = queue;
    }
  }

  /** The number of a queue that doesn't stand in an order. */
  private static final long NOWHERE = Queue.NEVER;

  private final Map<QueueName, Entry> byName = new HashMap<>();
  private final LongMap<Entry> byId = new LongMap<>();

  private final Roster roster = new Roster();

  private final TreeMap<Place, Queue> byDeadline = new TreeMap<>();
  private final TreeMap<Place, Queue> byTurn = new TreeMap<>();
  private final Holders holders = new Holders();
  private long lastTurn;

  /** Idle queues and since when, the longest idle first. */
  private final LinkedHashMap<Queue, Long> idle = new LinkedHashMap<>();

  @Nullable Queue find(QueueName name) {
    Entry entry = byName.get(name);
    return entry == null ? null : entry.queue;
  }

  @Nullable Queue find(long id) {
    Entry entry = byId.get(id);
    return entry == null ? null : entry.queue;
  }

  int count() {
    return byName.size();
  }

  void add(Queue queue, long nowMillis) {
    Entry entry = new Entry(queue);
    Entry before = byName.put(queue.name, entry);
    Invariant.check(before == null, "queue=%s is there twice", queue.name);
    byId.put(queue.id, entry);
    entry.place = roster.add(queue);
    queue.attach();
    reindex(queue, nowMillis);
  }

  void remove(Queue queue) {
    Entry entry = Invariant.present(byId.remove(queue.id), "queue=%s isn't there", queue.name);
    byName.remove(queue.name);
    roster.remove(entry.place);
    if (entry.place < roster.count()) {
      Queue moved = roster.queue(entry.place);
      Invariant.present(byId.get(moved.id), "queue=%s isn't there", moved.name).place = entry.place;
    }
    if (entry.deadline != null) {
      byDeadline.remove(entry.deadline);
    }
    if (entry.turn != null) {
      byTurn.remove(entry.turn);
    }
    queue.detach();
    idle.remove(queue);
  }

  void reindex(Queue queue, long nowMillis) {
    Entry entry = byId.get(queue.id);
    if (entry == null) {
      return;
    }
    roster.set(entry.place);
    placeDeadline(entry);
    long turn = queue.counts().available() == 0 ? NOWHERE : queue.lastServed();
    entry.turn = place(byTurn, entry.turn, turn, queue);
    if (entry.isIdle != queue.isIdle()) {
      entry.isIdle = queue.isIdle();
      if (entry.isIdle) {
        idle.put(queue, nowMillis);
      } else {
        idle.remove(queue);
      }
    }
  }

  /** Brings a queue whose deadlines were read or forgotten to its place. */
  void reindexDeadline(Queue queue) {
    Entry entry = byId.get(queue.id);
    if (entry != null) {
      placeDeadline(entry);
    }
  }

  private void placeDeadline(Entry entry) {
    entry.deadline =
        place(byDeadline, entry.deadline, entry.queue.nextDeadlineMillis(), entry.queue);
  }

  /** Brings a queue to its place by a number, if that is another than before. */
  private static @Nullable Place place(
      Map<Place, Queue> order, @Nullable Place before, long number, Queue queue) {
    long numberBefore = before == null ? NOWHERE : before.number;
    if (number == numberBefore) {
      return before;
    }
    if (before != null) {
      order.remove(before);
    }
    if (number == NOWHERE) {
      return null;
    }
    Place after = new Place(number, queue.id);
    order.put(after, queue);
    return after;
  }

  /** In no order; must not change meanwhile. */
  List<Queue> all() {
    return roster.queues();
  }

  /** The same, for those who look at all of them often; must not change meanwhile. */
  Roster roster() {
    return roster;
  }

  long nextDeadlineMillis() {
    return byDeadline.isEmpty() ? Queue.NEVER : byDeadline.firstKey().number();
  }

  /** Queues with a deadline that is due, the most overdue first. */
  List<Queue> due(long nowMillis) {
    if (nextDeadlineMillis() > nowMillis) {
      return List.of();
    }
    return new ArrayList<>(byDeadline.headMap(new Place(nowMillis, Long.MAX_VALUE), true).values());
  }

  /** Queues with available tasks, the one that was served longest ago first. */
  Collection<Queue> inTurn() {
    return Collections.unmodifiableCollection(byTurn.values());
  }

  long nextTurn() {
    return ++lastTurn;
  }

  Holders holders() {
    return holders;
  }

  /** Since when the longest idle queue has been so; {@link Queue#NEVER} when none is. */
  long idleSinceMillis() {
    return idle.isEmpty() ? Queue.NEVER : idle.firstEntry().getValue();
  }

  Queue longestIdle() {
    return idle.firstEntry().getKey();
  }
}
