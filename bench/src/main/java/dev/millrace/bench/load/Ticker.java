package dev.millrace.bench.load;

import java.time.Duration;

/** Time, as the generator sees it. Tests move it by hand. */
interface Ticker {
  long nanos();

  void sleep(Duration duration) throws InterruptedException;

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
    };
  }
}
