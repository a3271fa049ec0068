package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimulatedDiskTest extends DiskConformanceTest {
  private static final int SECTOR = SimulatedContent.SECTOR_BYTES;

  @Override
  Disk disk() {
    return Journals.disk();
  }

  @Test
  void aCrashOfTheMachineMayLoseWhatWasNotSynced() {
    var disk = diskWithUnsyncedSectors();

    disk.crash(Crash.LOSE_UNSYNCED);

    assertThat(sectors(disk)).containsExactly(1, 1, 1);
  }

  @Test
  void aCrashOfTheProcessLosesNothing() {
    var disk = diskWithUnsyncedSectors();

    disk.crash(Crash.PROCESS);

    assertThat(sectors(disk)).containsExactly(2, 2, 2);
  }

  @Test
  void aCrashMayKeepAnySectors() {
    var seen = new HashSet<List<Integer>>();
    for (int seed = 0; seed < 100; seed++) {
      var disk = diskWithUnsyncedSectors(seed);
      disk.crash(Crash.KEEP_SOME);
      seen.add(sectors(disk));
    }

    assertThat(seen).hasSize(8);
  }

  @Test
  void aCrashMayKeepAPrefix() {
    var seen = new HashSet<List<Integer>>();
    for (int seed = 0; seed < 100; seed++) {
      var disk = diskWithUnsyncedSectors(seed);
      disk.crash(Crash.KEEP_PREFIX);
      seen.add(sectors(disk));
    }

    assertThat(seen)
        .isEqualTo(Set.of(List.of(1, 1, 1), List.of(2, 1, 1), List.of(2, 2, 1), List.of(2, 2, 2)));
  }

  @Test
  void unsyncedNamesMayBeLost() {
    var disk = Journals.disk();
    disk.create("a").close();
    disk.create("b").close();
    disk.syncDirectory();
    disk.rename("a", "c");
    disk.delete("b");
    disk.create("d").close();

    disk.crash(Crash.LOSE_UNSYNCED);

    assertThat(disk.list()).containsExactly("a", "b");
  }

  @Test
  void aFailedSyncGivesUpBytesThatCanStillBeRead() {
    var lost = 0;
    for (int seed = 0; seed < 100; seed++) {
      var disk = diskWithUnsyncedSectors(seed);
      try (var file = disk.open("f")) {
        disk.failCall(disk.calls() + 1, Fault.FAIL_ONCE);
        assertThatExceptionOfType(DiskException.class).isThrownBy(file::sync);
        file.sync();
      }
      assertThat(sectors(disk)).containsExactly(2, 2, 2);
      disk.crash(Crash.LOSE_UNSYNCED);
      lost += sectors(disk).equals(List.of(2, 2, 2)) ? 0 : 1;
    }

    assertThat(lost).isPositive();
  }

  @Test
  void aFullDiskTakesNoMoreBytesButLetsOldOnesBeOverwritten() {
    var disk = Journals.disk();
    disk.limitCapacity(SECTOR);
    try (var file = disk.create("f")) {
      file.write(ByteBuffer.allocate(SECTOR), 0);

      assertThatExceptionOfType(DiskException.class)
          .isThrownBy(() -> file.write(ByteBuffer.allocate(2), SECTOR - 1))
          .satisfies(e -> assertThat(e.kind()).isEqualTo(DiskException.Kind.FULL));
      file.write(ByteBuffer.allocate(SECTOR), 0);
      assertThat(disk.usableBytes()).isZero();
      assertThat(file.size()).isEqualTo(SECTOR);
    }
  }

  @Test
  void faultsHitTheCallTheyArePlannedFor() {
    var disk = Journals.disk();

    disk.failCall(2, Fault.FAIL_ONCE);
    disk.list();
    assertThatExceptionOfType(DiskException.class).isThrownBy(disk::list);
    disk.list();

    disk.failCall(4, Fault.FAIL_ALWAYS);
    assertThatExceptionOfType(DiskException.class).isThrownBy(disk::list);
    assertThatExceptionOfType(DiskException.class).isThrownBy(disk::list);

    disk.stop();
    assertThatExceptionOfType(SimulatedCrash.class).isThrownBy(disk::list);

    disk.crash(Crash.PROCESS);
    assertThat(disk.list()).isEmpty();
    assertThat(disk.calls()).isEqualTo(7);
  }

  @Test
  void filesAndLocksOfAnEarlierLifeAreDead() {
    var disk = Journals.disk();
    var lock = disk.lock("lock");
    var file = disk.create("f");

    disk.crash(Crash.PROCESS);
    var newLock = disk.lock("lock");
    lock.close();

    assertThatExceptionOfType(SimulatedCrash.class).isThrownBy(file::sync);
    assertThatExceptionOfType(DataDirectoryException.class).isThrownBy(() -> disk.lock("lock"));
    newLock.close();
  }

  private static SimulatedDisk diskWithUnsyncedSectors() {
    return diskWithUnsyncedSectors(1);
  }

  /** Three sectors of ones on the platter, and of twos not synced. */
  private static SimulatedDisk diskWithUnsyncedSectors(int seed) {
    var disk = new SimulatedDisk(new SplittableRandom(seed));
    try (var file = disk.create("f")) {
      file.write(filled(1), 0);
      file.sync();
      file.write(filled(2), 0);
    }
    disk.syncDirectory();
    return disk;
  }

  private static ByteBuffer filled(int value) {
    var bytes = ByteBuffer.allocate(3 * SECTOR);
    while (bytes.hasRemaining()) {
      bytes.put((byte) value);
    }
    return bytes.flip();
  }

  private static List<Integer> sectors(SimulatedDisk disk) {
    var bytes = disk.bytes("f");
    return List.of((int) bytes[0], (int) bytes[SECTOR], (int) bytes[2 * SECTOR]);
  }
}
