package dev.millrace.bench.load;

import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Permits that callers wait for in turn. Each is handed to the one who is next, so nobody is woken
 * in vain or spins: with hundreds of callers a {@code Semaphore} took a third of the CPU of a
 * bench, which the server then lacked.
 */
final class Permits {
  private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
  private int left;

  Permits(int left) {
    this.left = left;
  }

  private static final class Waiter {
    private final Thread thread = Thread.currentThread();
    private final int permits;
    private volatile boolean isServed;

    Waiter(int permits) {
      this.permits = permits;
    }
  }

  void acquire(int permits) throws InterruptedException {
    Waiter waiter = takeOrWait(permits);
    while (waiter != null && !waiter.isServed) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        leave(waiter);
        throw new InterruptedException();
      }
    }
  }

  private synchronized @Nullable Waiter takeOrWait(int permits) {
    if (waiters.isEmpty() && left >= permits) {
      left -= permits;
      return null;
    }
    var waiter = new Waiter(permits);
    waiters.add(waiter);
    return waiter;
  }

  private void leave(Waiter waiter) {
    boolean isServed;
    synchronized (this) {
      isServed = !waiters.remove(waiter);
    }
    if (isServed) {
      release(waiter.permits);
    }
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
      LockSupport.unpark(next.thread);
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
    next.isServed = true;
    return next;
  }
}
