package dev.millrace.stages;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The events of one class: between clients in turn, by deficit round robin; of one client in order.
 * At its turn a client gets some cost to spend. It is served when it has something left, and pays
 * afterwards: a costly event is waited for by its own client, in the rounds after it. With one
 * client this is a plain queue.
 *
 * <p>Not safe for threads: its owner has a lock.
 */
final class FairQueue<E> {
  private final int turnCost;
  private @Nullable Waiting<E> oldest;
  private @Nullable Waiting<E> youngest;

  /** Whose turn it is. */
  private @Nullable Turn<E> current;

  private int clients;
  private int events;
  private long cost;

  /**
   * @param turnCost what a client gets to spend at its turn
   */
  FairQueue(int turnCost) {
    this.turnCost = turnCost;
  }

  int events() {
    return events;
  }

  /** What all events cost together. */
  long cost() {
    return cost;
  }

  /** Clients of which events wait. */
  int clients() {
    return clients;
  }

  @Nullable Waiting<E> oldest() {
    return oldest;
  }

  void add(Turn<E> turn, Waiting<E> waiting) {
    if (turn.isEmpty()) {
      enter(turn);
    }
    turn.add(waiting);
    waiting.turn = turn;
    Waiting<E> before = youngest;
    waiting.older = before;
    if (before == null) {
      oldest = waiting;
    } else {
      before.younger = waiting;
    }
    youngest = waiting;
    events++;
    cost += waiting.cost;
  }

  /** Puts a client at the end of the round. */
  private void enter(Turn<E> turn) {
    Turn<E> first = current;
    if (first == null) {
      turn.next = turn;
      turn.previous = turn;
      current = turn;
    } else {
      Turn<E> last = there(first.previous);
      last.next = turn;
      turn.previous = last;
      turn.next = first;
      first.previous = turn;
    }
    turn.credit = 0;
    clients++;
  }

  /** Takes the first event of the client whose turn it is; there must be one. */
  Waiting<E> takeNext() {
    Turn<E> turn = there(current);
    boolean isServed = clients == 1 || turn.credit > 0;
    return take(there((isServed ? turn : nextWithCredit()).head));
  }

  /**
   * Goes round until someone has credit. After one whole round in vain all others that would be in
   * vain too are made at once.
   */
  private Turn<E> nextWithCredit() {
    long roundsMissing = Long.MAX_VALUE;
    for (int i = 0; i < clients; i++) {
      Turn<E> turn = there(current);
      turn.credit += turnCost;
      if (turn.credit > 0) {
        return turn;
      }
      roundsMissing = Math.min(roundsMissing, -turn.credit / turnCost);
      current = turn.next;
    }
    for (int i = 0; i < clients; i++) {
      Turn<E> turn = there(current);
      turn.credit += roundsMissing * turnCost;
      current = turn.next;
    }
    return nextWithCredit();
  }

  /** Takes the oldest event; there must be one. It is the first of its client. */
  Waiting<E> takeOldest() {
    return take(there(oldest));
  }

  private Waiting<E> take(Waiting<E> taken) {
    Turn<E> turn = there(taken.turn);
    turn.removeHead(taken);
    if (clients > 1) {
      turn.credit -= taken.cost;
    }
    if (turn == current && (turn.credit <= 0 || turn.isEmpty())) {
      current = turn.next;
    }
    if (turn.isEmpty()) {
      leave(turn);
    }
    unlink(taken);
    events--;
    cost -= taken.cost;
    return taken;
  }

  private void leave(Turn<E> turn) {
    clients--;
    if (clients == 0) {
      current = null;
    } else {
      Turn<E> next = there(turn.next);
      Turn<E> previous = there(turn.previous);
      previous.next = next;
      next.previous = previous;
    }
    turn.next = null;
    turn.previous = null;
  }

  private void unlink(Waiting<E> taken) {
    Waiting<E> older = taken.older;
    Waiting<E> younger = taken.younger;
    if (older == null) {
      oldest = younger;
    } else {
      older.younger = younger;
    }
    if (younger == null) {
      youngest = older;
    } else {
      younger.older = older;
    }
    taken.older = null;
    taken.younger = null;
    taken.behind = null;
    taken.turn = null;
  }

  private static <T> T there(@Nullable T link) {
    return Objects.requireNonNull(link);
  }
}
