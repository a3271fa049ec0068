package dev.millrace.store.rocksdb;

import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Lets many calls in while something is open, and its end in only after the last of them: a native
 * object that is freed under a call takes the whole process with it.
 */
final class Lifetime {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final String what;
  private boolean ended;

  Lifetime(String what) {
    this.what = what;
  }

  /** Held during one call. */
  interface Use extends AutoCloseable {
    @Override
    void close();
  }

  Use use() {
    lock.readLock().lock();
    if (ended) {
      lock.readLock().unlock();
      throw new StoreException(Problem.CLOSED, what + " was closed");
    }
    return lock.readLock()::unlock;
  }

  /** Runs something unless the end has come, which is then enough. */
  void runIfOpen(Runnable action) {
    lock.readLock().lock();
    try {
      if (!ended) {
        action.run();
      }
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Waits for the calls under way, lets no more in, then frees; a second time it does nothing. */
  void end(Runnable free) {
    lock.writeLock().lock();
    try {
      if (!ended) {
        ended = true;
        free.run();
      }
    } finally {
      lock.writeLock().unlock();
    }
  }
}
