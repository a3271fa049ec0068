package dev.millrace.bench.load;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Permits that callers wait for in turn, without a thread. Each is handed to the one who is next:
 * what a bench spends on waiting the server lacks.
 */
final class Permits {
  private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
  private int left;

  Permits(int left) {
    this.left = left;
  }

  private record Waiter(int permits, Runnable then) {}

  /**
   * Takes so many.
   *
   * @param then runs, on the thread of who releases, when they couldn't be taken at once and are
   *     there
   * @return whether they were taken at once
   */
  synchronized boolean acquire(int permits, Runnable then) {
    boolean isTaken = tryAcquire(permits);
    if (!isTaken) {
      waiters.add(new Waiter(permits, then));
    }
    return isTaken;
  }

  /** Without waiting. */
  synchronized boolean tryAcquire(int permits) {
    boolean isTaken = waiters.isEmpty() && left >= permits;
    left -= isTaken ? permits : 0;
    return isTaken;
  }

  void release(int permits) {
    if (permits == 0) {
      return;
    }
    add(permits);
    for (Waiter next = serveNext(); next != null; next = serveNext()) {
      next.then.run();
    }
  }

  private synchronized void add(int permits) {
    left = Math.addExact(left, permits);
  }

  private synchronized @Nullable Waiter serveNext() {
    Waiter next = waiters.peek();
    if (next == null || left < next.permits) {
      return null;
    }
    waiters.remove();
    left -= next.permits;
    return next;
  }
}
