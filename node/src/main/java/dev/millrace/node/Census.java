package dev.millrace.node;

import dev.millrace.queue.Command.Survey;
import dev.millrace.queue.NameFilter;
import dev.millrace.queue.NamePattern;
import dev.millrace.queue.QueueOrder;
import dev.millrace.queue.Reply.Surveyed;
import dev.millrace.queue.Reply.Totals;
import dev.millrace.queue.Slot;

/** What the slots hold in all, by their own counters. */
public record Census(long queues, long available, long leased, long delayed) {
  static final Census NOTHING = new Census(0, 0, 0, 0);

  /** Counts the queues of opened slots. */
  public static Census of(Slots slots) {
    return slots.existing().stream().map(Census::of).reduce(NOTHING, Census::plus);
  }

  static Census of(Slot slot) {
    var everything = new NameFilter(null, NamePattern.ANY);
    var survey = new Survey(everything, 0, Long.MAX_VALUE, QueueOrder.BY_NAME, 0, null);
    var reply = Reading.of(slot, survey, Surveyed.class);
    Totals total = reply.total();
    return new Census(reply.matching(), total.available(), total.leased(), total.delayed());
  }

  public long tasks() {
    return available + leased + delayed;
  }

  Census plus(Census other) {
    return new Census(
        queues + other.queues,
        available + other.available,
        leased + other.leased,
        delayed + other.delayed);
  }
}
