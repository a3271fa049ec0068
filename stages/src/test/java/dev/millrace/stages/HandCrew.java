package dev.millrace.stages;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** A crew without threads: whoever calls {@link #serveOnce} works for it. */
final class HandCrew implements Crew {
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Served> stages = new ArrayList<>();

  @Override
  public ReentrantLock lock() {
    return lock;
  }

  @Override
  public void add(Served stage) {
    stages.add(stage);
  }

  @Override
  public void remove(Served stage) {
    stages.remove(stage);
  }

  @Override
  public void wake(long nowNanos) {}

  @Override
  public boolean isMember() {
    return false;
  }

  /** Events that wait. */
  int waiting() {
    lock.lock();
    try {
      int waiting = 0;
      for (Served stage : stages) {
        waiting += stage.waiting();
      }
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  /** Has the first stage that has work handle a batch; false when none has. */
  boolean serveOnce() {
    lock.lock();
    try {
      for (Served stage : stages) {
        if (stage.hasWork(System.nanoTime())) {
          stage.serve();
          return true;
        }
      }
      return false;
    } finally {
      lock.unlock();
    }
  }
}
