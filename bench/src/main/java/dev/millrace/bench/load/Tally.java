package dev.millrace.bench.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What all callers of a cell have done so far. */
final class Tally {
  private static final long LATENCY_MIN = 1_000;
  private static final long LATENCY_MAX = 600_000_000_000L;
  private static final int DIGITS = 3;

  private final Histogram latencies = new ConcurrentHistogram(LATENCY_MIN, LATENCY_MAX, DIGITS);
  private final LongAdder tasks = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);
  private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();

  /** A call that counts. */
  void add(int done, long latencyNanos, long endNanos) {
    latencies.recordValue(Math.clamp(latencyNanos, LATENCY_MIN, LATENCY_MAX));
    tasks.add(done);
    // Read first, because all threads of callers write it: most of them come in order.
    if (endNanos > last.get()) {
      last.accumulateAndGet(endNanos, Math::max);
    }
  }

  /** Every failure counts, whenever it was. */
  void fail(@Nullable Throwable failure) {
    fail(String.valueOf(failure));
  }

  void fail(String failure) {
    failures.increment();
    firstFailure.compareAndSet(null, failure);
  }

  long tasks() {
    return tasks.sum();
  }

  /** When the last call that counts ended. */
  long last() {
    return last.get();
  }

  long failures() {
    return failures.sum();
  }

  String firstFailure() {
    String failure = firstFailure.get();
    return failure == null ? "" : failure;
  }

  Latency latency() {
    return new Latency(latencies.copy());
  }
}
