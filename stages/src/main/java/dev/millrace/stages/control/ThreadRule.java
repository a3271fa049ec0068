package dev.millrace.stages.control;

/** Decides how many threads serve stages. */
@FunctionalInterface
public interface ThreadRule {
  /**
   * What was seen of a pool of threads.
   *
   * @param threads that there are
   * @param waiting events that wait for them
   * @param idleNanos how long the thread that asks has had nothing to do; 0 for one that works, or
   *     when it isn't a thread of the pool that asks
   */
  record ThreadSample(int threads, int waiting, long idleNanos) {}

  /** How many threads there should be. The pool goes there one by one. */
  int threads(ThreadSample sample);
}
