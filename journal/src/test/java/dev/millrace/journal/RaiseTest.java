package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.journal.DataDirectoryException.Problem;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A directory of an older format becomes one of this format, or stays what it is. */
class RaiseTest {
  private static final int SEEDS = 8;

  private final SimulatedDisk image;

  RaiseTest() throws IOException {
    image = FormatTest.disk("format-1");
  }

  @Test
  void aRaisedDirectoryStaysRaised() {
    raise(image);

    assertThat(formatOf(image)).isEqualTo(2);
    raise(image);
    assertThat(image.list()).doesNotContain(FileNames.MARKER_RAISED);
  }

  @Test
  void openingAloneRaisesNothing() {
    Journals.open(image).close();

    assertThat(formatOf(image)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void everyCallMayFail(Fault fault) {
    long calls = callsOfRaise();

    for (long call = 1; call <= calls; call++) {
      for (var crash : Crash.values()) {
        for (int seed = 0; seed < SEEDS; seed++) {
          runWithFault(call, fault, crash, seed);
        }
      }
    }
  }

  private long callsOfRaise() {
    var disk = image.copy(new SplittableRandom(1));
    raise(disk);
    assertThat(disk.calls()).isGreaterThan(10);
    return disk.calls();
  }

  private void runWithFault(long call, Fault fault, Crash crash, int seed) {
    var disk = image.copy(new SplittableRandom(seed));
    disk.failCall(call, fault);
    boolean done = tryToRaise(disk);
    disk.crash(crash);

    int format = formatOf(disk);
    assertThat(format).as("call=%d crash=%s seed=%d", call, crash, seed).isIn(done ? 2 : 1, 2);
    raise(disk);
    assertThat(formatOf(disk)).isEqualTo(2);
    try (var opened = Journals.open(disk)) {
      assertThat(opened.recovered()).hasSize(3);
    }
  }

  private static boolean tryToRaise(SimulatedDisk disk) {
    try {
      raise(disk);
      return true;
    } catch (DiskException | SimulatedCrash e) {
      return false;
    }
  }

  @Test
  void aMarkerLostAfterACrashInARaiseIsNotMadeUp() {
    var disk = image.copy(new SplittableRandom(1));
    disk.create(FileNames.MARKER_RAISED).close();
    disk.delete(FileNames.MARKER);

    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> Journals.open(disk))
        .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.NOT_OURS));
    assertThat(Journals.segments(disk)).hasSize(1);
  }

  private static void raise(SimulatedDisk disk) {
    try (var directory = DataDirectory.open(disk, Journals.SLOTS, new DirectoryId(9, 9))) {
      directory.raise();
      assertThat(directory.format()).isEqualTo(2);
    }
  }

  private static int formatOf(SimulatedDisk disk) {
    try (var directory = DataDirectory.openReadOnly(disk)) {
      return directory.format();
    }
  }
}
