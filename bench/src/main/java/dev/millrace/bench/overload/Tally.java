package dev.millrace.bench.overload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What became of the requests of a phase. Requests count for the time at which they were meant to
 * be sent, and so does their latency; only {@link #answered} counts for the time of the answer.
 * What is answered after {@link #end} stays unanswered here.
 */
final class Tally {
  private static final int DIGITS = 3;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Phase phase;
  private final long startNanos;
  private final int[] offered;
  private final int[] accepted;
  private final int[] refused;
  private final List<Second> seconds = new ArrayList<>();
  private final Histogram refusals = new Histogram(DIGITS);
  private final Histogram latency = new Histogram(DIGITS);
  private final Histogram greedy = new Histogram(DIGITS);
  private final Histogram lateness = new Histogram(DIGITS);
  private long answered;
  private long expired;
  private long unanswered;
  private long withoutRetryAfter;
  private long unsent;
  private boolean hasEnded;

  /** One second of a phase: accepted requests, and how many were refused. */
  static final class Second {
    final Histogram accepted = new Histogram(DIGITS);
    long refused;
  }

  /**
   * @param clients those with a stream; others count for the whole only
   */
  Tally(Phase phase, int clients, long startNanos) {
    this.phase = phase;
    this.startNanos = startNanos;
    offered = new int[clients];
    accepted = new int[clients];
    refused = new int[clients];
    for (long at = 0; at < phase.totalNanos(); at += SECOND) {
      seconds.add(new Second());
    }
  }

  /** Sent now, a little later than meant. */
  void offered(int client, long meantNanos, long nowNanos) {
    unanswered++;
    if (counts(meantNanos)) {
      lateness.recordValue(Math.max(0, nowNanos - meantNanos));
      if (client < offered.length) {
        offered[client]++;
      }
    }
  }

  /**
   * Meant to be sent now, but the node didn't read: as good as refused, and offered all the same.
   */
  void unsent(int client, long meantNanos, int requests) {
    if (counts(meantNanos)) {
      unsent += requests;
      offered[client] += requests;
    }
  }

  void accepted(int client, long meantNanos, long nowNanos) {
    if (hasEnded) {
      return;
    }
    unanswered--;
    answered += counts(nowNanos) ? 1 : 0;
    long nanos = Math.max(0, nowNanos - meantNanos);
    if (client >= accepted.length) {
      return;
    }
    boolean isGreedy = client == 0 && phase.hasGreedyClient();
    if (!isGreedy) {
      second(meantNanos).accepted.recordValue(nanos);
    }
    if (counts(meantNanos)) {
      (isGreedy ? greedy : latency).recordValue(nanos);
      accepted[client]++;
    }
  }

  void refused(int client, long meantNanos, long nowNanos, boolean hasRetryAfter) {
    if (hasEnded) {
      return;
    }
    unanswered--;
    second(meantNanos).refused++;
    withoutRetryAfter += hasRetryAfter ? 0 : 1;
    if (counts(meantNanos)) {
      refusals.recordValue(Math.max(0, nowNanos - meantNanos));
      if (client < refused.length) {
        refused[client]++;
      }
    }
  }

  /** The client gave up. */
  void gaveUp() {
    if (!hasEnded) {
      unanswered--;
      expired++;
    }
  }

  /** Nothing counts any more: whoever looks at the figures sees them as they are now. */
  void end() {
    hasEnded = true;
  }

  private boolean counts(long nanos) {
    long at = nanos - startNanos;
    return at >= phase.warmUpNanos() && at < phase.totalNanos();
  }

  private Second second(long meantNanos) {
    int at = (int) ((meantNanos - startNanos) / SECOND);
    return seconds.get(Math.clamp(at, 0, seconds.size() - 1));
  }

  Phase phase() {
    return phase;
  }

  /** From the start of the warm-up. */
  List<Second> seconds() {
    return seconds;
  }

  /** When the measured time begins. */
  long fromNanos() {
    return startNanos + phase.warmUpNanos();
  }

  long toNanos() {
    return startNanos + phase.totalNanos();
  }

  /** How long accepted requests of the measured time took, of all but a greedy client. */
  Histogram latency() {
    return latency;
  }

  Histogram greedyLatency() {
    return greedy;
  }

  Histogram refusals() {
    return refusals;
  }

  /** How much later than meant requests were sent. */
  Histogram lateness() {
    return lateness;
  }

  int[] offered() {
    return offered;
  }

  int[] accepted() {
    return accepted;
  }

  int[] refused() {
    return refused;
  }

  /** Accepted requests that were answered in the measured time. */
  long answered() {
    return answered;
  }

  long expired() {
    return expired;
  }

  /** Requests of the measured time that the node didn't read. */
  long unsent() {
    return unsent;
  }

  /** Requests without any answer. */
  long unanswered() {
    return unanswered;
  }

  /** Refusals that didn't say when to try again. */
  long withoutRetryAfter() {
    return withoutRetryAfter;
  }
}
