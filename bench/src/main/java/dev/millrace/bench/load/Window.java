package dev.millrace.bench.load;

import java.util.concurrent.atomic.AtomicLong;

/**
 * When calls count: from the end of the warm-up to the end, which a drained stock brings nearer.
 */
final class Window {
  private final long from;
  private final AtomicLong to;

  Window(long start, Cell cell) {
    from = start + cell.warmUp().toNanos();
    to = new AtomicLong(from + cell.measured().toNanos());
  }

  long from() {
    return from;
  }

  long to() {
    return to.get();
  }

  boolean has(long nanos) {
    return nanos - from >= 0 && nanos - to() < 0;
  }

  boolean isOver(long now) {
    return now - to() >= 0;
  }

  /** Nothing is left to do. */
  void end(long now) {
    to.accumulateAndGet(now, (a, b) -> a - b < 0 ? a : b);
  }
}
