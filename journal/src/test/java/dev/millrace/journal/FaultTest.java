package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every call to the disk fails in turn, in every way, and the machine stops at every call in turn.
 * After each, the journal opens with all that was synced, and works.
 */
class FaultTest {
  @ParameterizedTest
  @EnumSource
  void everyCallMayFail(Fault fault) {
    failEveryCall(fault, 1);
  }

  @Tag("full")
  @ParameterizedTest
  @EnumSource
  void everyCallMayFailWithManySeeds(Fault fault) {
    failEveryCall(fault, 8);
  }

  private static void failEveryCall(Fault fault, int randomSeeds) {
    long calls = callsOfWorkload();

    for (long call = 1; call <= calls; call++) {
      for (var crash : Crash.values()) {
        int seeds = crash == Crash.KEEP_SOME || crash == Crash.KEEP_PREFIX ? randomSeeds : 1;
        for (int seed = 0; seed < seeds; seed++) {
          runWithFault(call, fault, crash, seed);
        }
      }
    }
  }

  @Test
  void everyCallOfARecoveryMayCrashAfterACrashAtEveryCall() {
    long calls = callsOfWorkload();
    long runs = 0;

    for (long call = 1; call <= calls; call++) {
      boolean crashedInRecovery = true;
      for (long second = 1; crashedInRecovery; second++) {
        crashedInRecovery = runWithCrashInRecovery(call, second);
        runs++;
      }
    }

    assertThat(runs).isGreaterThan(10 * calls);
  }

  private static long callsOfWorkload() {
    var disk = Journals.disk();
    new Workload(disk, new History()).run();
    assertThat(disk.calls()).isGreaterThan(300);
    return disk.calls();
  }

  private static void runWithFault(long call, Fault fault, Crash crash, int seed) {
    var disk = new SimulatedDisk(new SplittableRandom(seed));
    var history = new History();
    try {
      disk.failCall(call, fault);
      runUntilFailure(disk, history);
      disk.crash(crash);
      reopen(disk, history);
      new Workload(disk, history).run();
      reopen(disk, history);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "call=%d fault=%s crash=%s seed=%d".formatted(call, fault, crash, seed), e);
    }
  }

  private static boolean runWithCrashInRecovery(long call, long second) {
    var disk = new SimulatedDisk(new SplittableRandom(call * 1000 + second));
    var history = new History();
    try {
      disk.failCall(call, Fault.CRASH);
      runUntilFailure(disk, history);
      disk.crash(Crash.KEEP_SOME);
      disk.failCall(disk.calls() + second, Fault.CRASH);
      boolean crashedInRecovery = !reopen(disk, history);
      disk.crash(Crash.KEEP_SOME);
      assertThat(reopen(disk, history)).isTrue();
      return crashedInRecovery;
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("call=%d second=%d".formatted(call, second), e);
    }
  }

  private static void runUntilFailure(SimulatedDisk disk, History history) {
    try {
      new Workload(disk, history).run();
    } catch (JournalPoisonedException | DiskException | SimulatedCrash e) {
      // The process ends here.
    }
  }

  /** Opens, and stops the machine again; whether it came that far. */
  private static boolean reopen(SimulatedDisk disk, History history) {
    try {
      var opened = Journals.open(disk);
      history.reopened(opened.journal(), opened.recovered());
      disk.crash(Crash.LOSE_UNSYNCED); // what was shown must be there again
      return true;
    } catch (SimulatedCrash e) {
      return false;
    }
  }
}
