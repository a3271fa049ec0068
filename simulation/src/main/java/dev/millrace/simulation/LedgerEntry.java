package dev.millrace.simulation;

import dev.millrace.queue.QueueName;
import java.util.TreeSet;

/** What clients know of one task that was sent. */
final class LedgerEntry {
  /** What must have become of it. */
  enum Fate {
    /** Nobody knows whether it was enqueued. */
    POSSIBLE,
    /** It was. */
    PRESENT,
    /** It wasn't, and never will be. */
    NEVER,
    /** It was, and was dequeued. */
    GONE
  }

  final long token;
  final QueueName queue;
  Fate fate = Fate.POSSIBLE;

  /** Commands that may have dequeued it. */
  final TreeSet<Long> removals = new TreeSet<>();

  /** The number of the last command that was sent before it was known to be gone. */
  long goneAt;

  private int slot;
  private long ticket;
  private boolean durable;

  LedgerEntry(long token, QueueName queue) {
    this.token = token;
    this.queue = queue;
  }

  void present(int inSlot, long byTicket, boolean isDurable) {
    if (fate == Fate.NEVER) {
      throw new Violation("D5", "%s was refused and then enqueued".formatted(this));
    }
    if (fate == Fate.POSSIBLE) {
      fate = Fate.PRESENT;
      slot = inSlot;
      ticket = byTicket;
    }
    durable |= isDurable;
  }

  void never(boolean forGood) {
    if (fate == Fate.PRESENT && durable) {
      throw new Violation("D5", "%s was enqueued and then refused".formatted(this));
    }
    if (forGood && fate == Fate.POSSIBLE) {
      fate = Fate.NEVER;
    }
  }

  void gone(long now) {
    if (fate != Fate.GONE) {
      fate = Fate.GONE;
      goneAt = now;
    }
  }

  /**
   * What was acknowledged before it was durable may be lost in a crash; what is left is durable.
   */
  void recovered(int inSlot, long upToTicket) {
    if (fate == Fate.PRESENT && slot == inSlot && !durable) {
      durable = ticket <= upToTicket;
      fate = durable ? Fate.PRESENT : Fate.POSSIBLE;
    }
  }

  /** In the quiet group only a dequeue removes a task. */
  boolean mustBeThere() {
    return fate == Fate.PRESENT && removals.isEmpty() && Vocabulary.isQuiet(queue);
  }

  @Override
  public String toString() {
    return "token %d of %s (%s, ticket %d)".formatted(token, queue, fate, ticket);
  }
}
