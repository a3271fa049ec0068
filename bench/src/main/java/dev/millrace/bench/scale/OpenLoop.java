package dev.millrace.bench.scale;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Calls at a fixed rate, whether or not earlier ones are answered. Each is timed from when it was
 * meant to begin, so that a node that stands still is seen to.
 */
final class OpenLoop {
  private final double perSecond;
  private final Duration length;

  OpenLoop(double perSecond, Duration length) {
    this.perSecond = perSecond;
    this.length = length;
  }

  /** Makes a call; returns when the answer is there. */
  interface Call {
    void make(int number);
  }

  /** The times of all calls, in nanoseconds. */
  Histogram run(Call call) {
    var times = new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(5), 3);
    var failure = new AtomicReference<@Nullable RuntimeException>();
    var underWay = new Phaser(1);
    long start = System.nanoTime();
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      int calls = (int) (perSecond * length.toMillis() / 1e3);
      for (int i = 0; i < calls && failure.get() == null; i++) {
        long meant = start + (long) (i * 1e9 / perSecond);
        for (long left = meant - System.nanoTime(); left > 0; left = meant - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        int number = i;
        underWay.register();
        callers.execute(
            () -> {
              try {
                call.make(number);
                times.recordValue(Math.max(1, System.nanoTime() - meant));
              } catch (RuntimeException e) {
                failure.compareAndSet(null, e);
              } finally {
                underWay.arriveAndDeregister();
              }
            });
      }
      underWay.arriveAndAwaitAdvance();
    }
    var thrown = failure.get();
    if (thrown != null) {
      throw thrown;
    }
    return times;
  }

  static double millis(Histogram nanos, double percentile) {
    return nanos.getTotalCount() == 0 ? Double.NaN : nanos.getValueAtPercentile(percentile) / 1e6;
  }
}
