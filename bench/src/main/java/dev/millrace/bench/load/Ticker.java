package dev.millrace.bench.load;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Time, as the generator sees it. Tests move it by hand. */
interface Ticker {
  long nanos();

  void sleep(Duration duration) throws InterruptedException;

  /** Does something later, which must not block. */
  void after(Duration duration, Runnable action);

  /** The machine's. */
  static Ticker system() {
    return new Ticker() {
      @Override
      public long nanos() {
        return System.nanoTime();
      }

      @Override
      public void sleep(Duration duration) throws InterruptedException {
        Thread.sleep(duration);
      }

      @Override
      public void after(Duration duration, Runnable action) {
        CompletableFuture.delayedExecutor(duration.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
            .execute(action);
      }
    };
  }
}
