package dev.millrace.queue;

import dev.millrace.queue.QueueStats.Rates;

/**
 * Moving averages of what happens to a queue: each event's weight fades exponentially, over 10
 * seconds and over 5 minutes.
 */
final class Meter {
  /** What is counted. */
  enum Event {
    ENQUEUED(0),
    COLLAPSED(1),
    LEASED(2),
    DEQUEUED(3),
    EXPIRED(4);

    private final int place;

    Event(int place) {
      this.place = place;
    }
  }

  static final int EVENTS = Event.values().length;
  private static final double SHORT_MILLIS = 10_000;
  private static final double LONG_MILLIS = 300_000;

  private final double[] recent = new double[EVENTS];
  private final double[] longer = new double[EVENTS];
  private double leaseMillis;
  private double leases;
  private long asOfMillis;

  /** Nothing was counted yet: there is nothing to fade. */
  private boolean isSilent = true;

  Meter(long nowMillis) {
    asOfMillis = nowMillis;
  }

  void count(Event event, long times, long nowMillis) {
    fade(nowMillis);
    isSilent = false;
    recent[event.place] += times;
    longer[event.place] += times;
  }

  void leaseTook(long millis, long nowMillis) {
    fade(nowMillis);
    isSilent = false;
    leaseMillis += millis;
    leases++;
  }

  private void fade(long nowMillis) {
    if (nowMillis <= asOfMillis) {
      return;
    }
    if (isSilent) {
      asOfMillis = nowMillis;
      return;
    }
    double shortFactor = Math.exp((asOfMillis - nowMillis) / SHORT_MILLIS);
    double longFactor = Math.exp((asOfMillis - nowMillis) / LONG_MILLIS);
    for (int i = 0; i < EVENTS; i++) {
      recent[i] *= shortFactor;
      longer[i] *= longFactor;
    }
    leaseMillis *= longFactor;
    leases *= longFactor;
    asOfMillis = nowMillis;
  }

  Rates last10s(long nowMillis) {
    fade(nowMillis);
    return ratesOf10s(recent);
  }

  Rates last5min(long nowMillis) {
    fade(nowMillis);
    return ratesOf5min(longer);
  }

  /** Adds the weights of its events to sums, which {@link #ratesOf10s} makes rates of. */
  void addTo(double[] sum10s, double[] sum5min, long nowMillis) {
    if (isSilent) {
      return;
    }
    fade(nowMillis);
    for (int i = 0; i < EVENTS; i++) {
      sum10s[i] += recent[i];
      sum5min[i] += longer[i];
    }
  }

  static Rates ratesOf10s(double[] weights) {
    return rates(weights, SHORT_MILLIS);
  }

  static Rates ratesOf5min(double[] weights) {
    return rates(weights, LONG_MILLIS);
  }

  private static Rates rates(double[] weights, double windowMillis) {
    double perSecond = 1000 / windowMillis;
    return new Rates(
        weights[0] * perSecond,
        weights[1] * perSecond,
        weights[2] * perSecond,
        weights[3] * perSecond,
        weights[4] * perSecond);
  }

  /** About how many there were in the last ten seconds when the meter was used last. */
  double lately(Event event) {
    return recent[event.place];
  }

  /** From grant to dequeue; -1 when nothing was dequeued lately. */
  double meanLeaseMillis() {
    return leases < 1e-9 ? -1 : leaseMillis / leases;
  }
}
