package dev.millrace.node;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the batches between execution and the end of their commit. Any thread may use it. */
final class InFlight {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int batches;
  private boolean abandoned;

  void add() {
    lock.lock();
    try {
      batches++;
    } finally {
      lock.unlock();
    }
  }

  void remove(int durable) {
    lock.lock();
    try {
      batches -= durable;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** What is in flight never becomes durable. */
  void abandon() {
    lock.lock();
    try {
      abandoned = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether everything that was executed is durable. */
  boolean isNone() {
    lock.lock();
    try {
      return batches == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until less is in flight; false when nothing is, or it is abandoned. */
  boolean awaitLess() {
    lock.lock();
    try {
      int before = batches;
      while (batches > 0 && batches >= before && !abandoned) {
        changed.awaitUninterruptibly();
      }
      return before > 0 && !abandoned;
    } finally {
      lock.unlock();
    }
  }
}
