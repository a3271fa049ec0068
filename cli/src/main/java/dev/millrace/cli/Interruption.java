package dev.millrace.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a thread clean up before a signal ends the process: it is interrupted, and has a little time
 * until this is closed.
 */
final class Interruption implements AutoCloseable {
  private static final Duration TIME_MAX = Duration.ofSeconds(5);

  private final Thread thread;
  private final CountDownLatch done = new CountDownLatch(1);

  private Interruption(Thread thread) {
    this.thread = thread;
  }

  static Interruption ofThisThread() {
    var interruption = new Interruption(Thread.currentThread());
    Main.beforeEnd(interruption::end);
    return interruption;
  }

  private void end() {
    if (done.getCount() == 0) {
      return;
    }
    thread.interrupt();
    try {
      var _ = done.await(TIME_MAX.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
  }
}
