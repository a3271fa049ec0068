package dev.millrace.stages;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What waits, class by class, and who is next: classes in their order, within a class fair between
 * clients. Events of one client stay in their order: one whose client has others waiting in a class
 * behind its own waits there too. What has waited longer than patience lasts goes first, the oldest
 * before the others: so nobody whom others keep overtaking waits for ever.
 *
 * <p>Not safe for threads: its owner has a lock.
 */
final class ClassQueue<E> {
  private final FairQueue<E>[] classes;

  /** Classes that wait until they are let go, or overdue. */
  private final boolean[] isHeld;

  private final long patienceNanos;
  private @Nullable Waiting<E> free;
  private int events;

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type can't be made
  ClassQueue(ServiceOrder order) {
    this.classes = new FairQueue[order.classes().size()];
    for (int i = 0; i < classes.length; i++) {
      this.classes[i] = new FairQueue<>(order.turnCost());
    }
    this.isHeld = new boolean[classes.length];
    this.patienceNanos = order.patience().toNanos();
  }

  /** The class among which an event waits: its own, or that of an earlier event of its client. */
  int placeOf(Client<E> client, int priority) {
    for (int i = classes.length - 1; i > priority; i--) {
      if (!client.turns[i].isEmpty()) {
        return i;
      }
    }
    return priority;
  }

  void add(Client<E> client, int priority, E event, int cost, long nowNanos) {
    Waiting<E> place = free;
    if (place == null) {
      place = new Waiting<>();
    } else {
      free = place.behind;
      place.behind = null;
    }
    place.event = event;
    place.cost = cost;
    place.sinceNanos = nowNanos;
    int number = placeOf(client, priority);
    place.priority = number;
    classes[number].add(client.turns[number], place);
    events++;
  }

  /** Takes the next event, which must be there; {@link #release} is told when it was looked at. */
  Waiting<E> takeNext(long nowNanos) {
    events--;
    FairQueue<E> overdue = null;
    FairQueue<E> first = null;
    long longest = patienceNanos - 1;
    for (int i = 0; i < classes.length; i++) {
      FairQueue<E> queue = classes[i];
      Waiting<E> oldest = queue.oldest();
      if (oldest != null) {
        first = first == null && !isHeld[i] ? queue : first;
        long delay = nowNanos - oldest.sinceNanos;
        if (delay > longest) {
          longest = delay;
          overdue = queue;
        }
      }
    }
    return overdue != null ? overdue.takeOldest() : Objects.requireNonNull(first).takeNext();
  }

  void release(Waiting<E> place) {
    place.event = null;
    place.behind = free;
    free = place;
  }

  /** Whether there is something to take. */
  boolean isReady(long nowNanos) {
    return events > 0 && (hasFree() || isPast(nextReadyNanos(), nowNanos));
  }

  private static boolean isPast(long nanos, long nowNanos) {
    return nanos != BatchHandler.NEVER && nowNanos - nanos >= 0;
  }

  private boolean hasFree() {
    for (int i = 0; i < classes.length; i++) {
      if (!isHeld[i] && classes[i].events() > 0) {
        return true;
      }
    }
    return false;
  }

  /** When the first event of a held class is overdue; {@link BatchHandler#NEVER} without one. */
  long nextReadyNanos() {
    long next = BatchHandler.NEVER;
    for (int i = 0; i < classes.length; i++) {
      Waiting<E> oldest = isHeld[i] ? classes[i].oldest() : null;
      if (oldest != null) {
        next = BatchHandler.earlier(next, oldest.sinceNanos + patienceNanos);
      }
    }
    return next;
  }

  /** Serves a class no more, until it is let go; what is overdue is served all the same. */
  void hold(int priority, boolean held) {
    isHeld[priority] = held;
  }

  int events() {
    return events;
  }

  /** Events that wait before a new one of the class; those that are held don't. */
  int eventsUpTo(int priority) {
    int sum = 0;
    for (int i = 0; i <= priority; i++) {
      sum += isHeld[i] && i < priority ? 0 : classes[i].events();
    }
    return sum;
  }

  /** What they cost. */
  long costUpTo(int priority) {
    long sum = 0;
    for (int i = 0; i <= priority; i++) {
      sum += isHeld[i] && i < priority ? 0 : classes[i].cost();
    }
    return sum;
  }

  /** Clients of which something waits in the class. */
  int clients(int priority) {
    return classes[priority].clients();
  }

  /** How long the oldest event of a class has waited; 0 when none waits. */
  long ageNanos(int priority, long nowNanos) {
    Waiting<E> oldest = classes[priority].oldest();
    return oldest == null ? 0 : nowNanos - oldest.sinceNanos;
  }

  /** Everything that waits, in the order of arrival of each class; nothing waits afterwards. */
  void takeAll(List<E> into) {
    for (FairQueue<E> queue : classes) {
      while (queue.events() > 0) {
        into.add(Objects.requireNonNull(queue.takeOldest().event));
      }
    }
    events = 0;
  }
}
