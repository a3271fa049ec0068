package dev.millrace.store;

import dev.millrace.store.StoreException.Problem;

/** Counts the calls to a simulated store and says which ones fail. */
final class FaultPlan {
  private long calls;
  private long first = Long.MAX_VALUE;
  private long last;
  private Problem problem = Problem.FAILED;

  void plan(long firstCall, long lastCall, Problem newProblem) {
    first = firstCall;
    last = lastCall;
    problem = newProblem;
  }

  void clear() {
    first = Long.MAX_VALUE;
    last = 0;
  }

  long calls() {
    return calls;
  }

  /** Counts a call, and lets it fail before it has done anything. */
  void next(String attempted, boolean writes) {
    calls++;
    if (calls >= first && calls <= last && (writes || problem != Problem.FULL)) {
      throw new StoreException(problem, attempted + ": simulated failure");
    }
  }
}
