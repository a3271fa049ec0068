package dev.millrace.node.wire;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** How many refusals are noted: so many at once, and one in a while from then on. */
final class AuditRate {
  static final int AT_ONCE = 100;
  static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final LongSupplier nanos;

  // Guarded by this.
  private long tokens = AT_ONCE;
  private long filledNanos;
  private long leftOut;

  AuditRate(LongSupplier nanos) {
    this.nanos = nanos;
    this.filledNanos = nanos.getAsLong();
  }

  /** How many were left out since the last one that was noted; -1 if this one is left out too. */
  synchronized long take() {
    long fill = (nanos.getAsLong() - filledNanos) / PERIOD_NANOS;
    filledNanos += fill * PERIOD_NANOS;
    tokens = Math.min(AT_ONCE, tokens + fill);
    if (tokens == 0) {
      leftOut++;
      return -1;
    }
    tokens--;
    long before = leftOut;
    leftOut = 0;
    return before;
  }
}
