package dev.millrace.journal;

import org.jspecify.annotations.Nullable;

/** Counts the calls to a simulated disk and says which one fails. */
final class FaultPlan {
  private long calls;
  private long faultyCall;
  private @Nullable Fault fault;
  private boolean failing;
  private boolean crashed;

  void plan(long call, Fault newFault) {
    faultyCall = call;
    fault = newFault;
  }

  void clear() {
    fault = null;
    failing = false;
    crashed = false;
  }

  void crash() {
    crashed = true;
  }

  long calls() {
    return calls;
  }

  /** Counts a call; what it has to throw instead of, or after half of, its work. */
  @Nullable DiskException next(String attempted) {
    calls++;
    var due = calls == faultyCall ? fault : null;
    if (due == Fault.CRASH) {
      crashed = true;
    }
    if (crashed) {
      throw new SimulatedCrash();
    }
    if (due == Fault.FULL) {
      return new DiskException(DiskException.Kind.FULL, attempted + ": simulated full disk", null);
    }
    failing |= due == Fault.FAIL_ALWAYS;
    return failing || due == Fault.FAIL_ONCE
        ? new DiskException(DiskException.Kind.FAILED, attempted + ": simulated failure", null)
        : null;
  }

  /** Counts a call that does its work whole or not at all. */
  void check(String attempted) {
    var failure = next(attempted);
    if (failure != null) {
      throw failure;
    }
  }
}
