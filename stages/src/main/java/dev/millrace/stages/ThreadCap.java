package dev.millrace.stages;

import java.util.concurrent.atomic.AtomicInteger;

/** How many threads all crews may have together. Any thread may use it. */
public final class ThreadCap {
  private final int threadsMax;
  private final AtomicInteger threads = new AtomicInteger();

  public ThreadCap(int threadsMax) {
    if (threadsMax < 1) {
      throw new IllegalArgumentException("without a thread nothing runs");
    }
    this.threadsMax = threadsMax;
  }

  /** So many that it never counts. */
  public static ThreadCap none() {
    return new ThreadCap(Integer.MAX_VALUE);
  }

  boolean tryAdd() {
    while (true) {
      int now = threads.get();
      if (now >= threadsMax) {
        return false;
      }
      if (threads.compareAndSet(now, now + 1)) {
        return true;
      }
    }
  }

  void remove() {
    threads.decrementAndGet();
  }

  public int threads() {
    return threads.get();
  }
}
