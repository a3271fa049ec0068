package dev.millrace.bench.overload;

import dev.millrace.bench.overload.Tally.Second;
import java.util.List;

/**
 * How long a node takes from an overload back to normal. A second is normal if accepted requests
 * took at most twice as long at the 99th percentile as before the overload, and next to none were
 * refused. It is back when a second is normal and the one behind it too: one alone may be luck.
 */
final class Recovery {
  private static final double TIMES_MAX = 2;
  private static final double REFUSED_MAX = 0.01;

  private Recovery() {}

  /**
   * Seconds until the end of the first normal second; not a number if there is none.
   *
   * @param normalMillis the 99th percentile before
   * @param seconds since the load dropped
   */
  static double seconds(double normalMillis, List<Second> seconds) {
    for (int i = 0; i + 1 < seconds.size(); i++) {
      if (isNormal(seconds.get(i), normalMillis) && isNormal(seconds.get(i + 1), normalMillis)) {
        return i + 1;
      }
    }
    return Double.NaN;
  }

  private static boolean isNormal(Second second, double normalMillis) {
    long accepted = second.accepted.getTotalCount();
    return second.refused <= REFUSED_MAX * (accepted + second.refused)
        && Percentile.millis(second.accepted, 99) <= TIMES_MAX * normalMillis;
  }
}
