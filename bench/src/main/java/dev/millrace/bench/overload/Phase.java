package dev.millrace.bench.overload;

import java.time.Duration;

/**
 * A time of one load.
 *
 * @param perSecond requests, of all clients together; 0 for a closed loop, in which clients ask
 *     again when they are answered
 * @param greed how often the first client asks while any other asks once
 * @param burst requests that a client sends together, in one message
 * @param warmUp load that doesn't count
 * @param measured load that does, after the warm-up
 */
record Phase(double perSecond, double greed, int burst, Duration warmUp, Duration measured) {
  /** An open loop of single requests, of equal clients. */
  static Phase open(double perSecond, Duration warmUp, Duration measured) {
    return new Phase(perSecond, 1, 1, warmUp, measured);
  }

  static Phase closed(int burst, Duration warmUp, Duration measured) {
    return new Phase(0, 1, burst, warmUp, measured);
  }

  Phase withGreed(double times) {
    return new Phase(perSecond, times, burst, warmUp, measured);
  }

  Phase withBurst(int requests) {
    return new Phase(perSecond, greed, requests, warmUp, measured);
  }

  boolean isClosed() {
    return perSecond == 0;
  }

  boolean hasGreedyClient() {
    return greed > 1;
  }

  long warmUpNanos() {
    return warmUp.toNanos();
  }

  long totalNanos() {
    return warmUp.plus(measured).toNanos();
  }
}
