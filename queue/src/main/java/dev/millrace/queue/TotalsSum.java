package dev.millrace.queue;

import dev.millrace.queue.Reply.Totals;

/** Sums over queues, being made. */
final class TotalsSum {
  private final double[] last10s = new double[Meter.EVENTS];
  private final double[] last5min = new double[Meter.EVENTS];
  private long available;
  private long leased;
  private long delayed;
  private long entered;
  private long left;

  void add(Queue queue, long nowMillis) {
    TaskCounts counts = queue.counts();
    available += counts.available();
    leased += counts.leased();
    delayed += counts.delayed();
    entered += counts.entered();
    left += counts.left();
    queue.meter.addTo(last10s, last5min, nowMillis);
  }

  Totals totals() {
    return new Totals(
        available,
        leased,
        delayed,
        entered,
        left,
        Meter.ratesOf10s(last10s),
        Meter.ratesOf5min(last5min));
  }
}
