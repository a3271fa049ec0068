package dev.millrace.node;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A monotonic clock that runs with the machine's, and can be moved ahead. */
final class TestClock implements LongSupplier {
  private final AtomicLong ahead = new AtomicLong();

  void advance(Duration time) {
    ahead.addAndGet(time.toNanos());
  }

  @Override
  public long getAsLong() {
    return System.nanoTime() + ahead.get();
  }
}
