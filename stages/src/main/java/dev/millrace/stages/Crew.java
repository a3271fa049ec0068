package dev.millrace.stages;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Who serves stages: one, or several that share threads. Its lock guards the queues of all its
 * stages; it is never held while a handler runs.
 */
public interface Crew {
  ReentrantLock lock();

  /** Serves a stage from now on. */
  void add(Served stage);

  /** Serves a stage no more; it has nothing left to do. */
  void remove(Served stage);

  /** A stage has got something to do. Called with the lock. */
  void wake(long nowNanos);

  /** Whether the calling thread belongs to the crew, and so must not wait for it. */
  boolean isMember();
}
