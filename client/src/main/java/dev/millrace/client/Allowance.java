package dev.millrace.client;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds what the calls of a client take in memory. A call weighs its request and a fixed amount
 * for what belongs to it, in KiB.
 */
final class Allowance {
  private static final int CALL_KIB = 2;

  private final int max;
  private final Semaphore left;

  Allowance(long bytesMax) {
    this.max = Math.clamp(bytesMax >> 10, CALL_KIB, Integer.MAX_VALUE);
    this.left = new Semaphore(max);
  }

  private int weightOf(PendingCall<?> call) {
    // One that is too large for all has all to itself.
    return Math.min(max, CALL_KIB + (call.requestBytes >> 10));
  }

  /** Takes what the call needs; false when that isn't there. */
  boolean tryTake(PendingCall<?> call) {
    int weight = weightOf(call);
    boolean isTaken = left.tryAcquire(weight);
    call.weight = isTaken ? weight : 0;
    return isTaken;
  }

  /** Waits for it, until the call's deadline. */
  boolean take(PendingCall<?> call) throws InterruptedException {
    if (tryTake(call)) {
      return true;
    }
    int weight = weightOf(call);
    boolean isTaken =
        left.tryAcquire(weight, call.deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    call.weight = isTaken ? weight : 0;
    return isTaken;
  }

  void giveBack(PendingCall<?> call) {
    if (call.weight > 0) {
      left.release(call.weight);
      call.weight = 0;
    }
  }

  /** What calls have taken, in bytes. */
  long takenBytes() {
    return (long) (max - left.availablePermits()) << 10;
  }
}
