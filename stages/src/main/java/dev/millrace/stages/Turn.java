package dev.millrace.stages;

import org.jspecify.annotations.Nullable;

/** What waits of one client in one class, and its place in the round. */
final class Turn<E> {
  @Nullable Waiting<E> head;
  @Nullable Waiting<E> tail;

  int events;

  /** What its events cost together. */
  long cost;

  /** What it may still be served in this round, in cost; less than 0 after a costly event. */
  long credit;

  /** The neighbours in the round. */
  @Nullable Turn<E> next;

  @Nullable Turn<E> previous;

  boolean isEmpty() {
    return head == null;
  }

  void add(Waiting<E> waiting) {
    Waiting<E> last = tail;
    if (last == null) {
      head = waiting;
    } else {
      last.behind = waiting;
    }
    tail = waiting;
    events++;
    cost += waiting.cost;
  }

  void removeHead(Waiting<E> waiting) {
    head = waiting.behind;
    if (head == null) {
      tail = null;
    }
    events--;
    cost -= waiting.cost;
  }
}
