package dev.millrace.journal;

import static dev.millrace.journal.Journals.NOW;
import static dev.millrace.journal.Journals.append;
import static dev.millrace.journal.Journals.entry;
import static dev.millrace.journal.Journals.filled;
import static dev.millrace.journal.Journals.maintain;
import static dev.millrace.journal.Journals.open;
import static dev.millrace.journal.Journals.reserved;
import static dev.millrace.journal.Journals.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.millrace.journal.ReserveResult.Granted;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SegmentJournalTest {
  private final SimulatedDisk disk = Journals.disk();

  @Test
  void entriesComeBackInOrderWithTheirTime() {
    try (var opened = open(disk)) {
      append(opened.journal(), entry(1, 1, 10), entry(0, 1, 0));
      opened.journal().write(List.of(reserved(opened.journal(), entry(1, 2, 20))), NOW + 5);
      opened.journal().sync();
    }

    var times = new ArrayList<Long>();
    var entries = new ArrayList<Entry>();
    try (var directory = DataDirectory.open(disk, Journals.SLOTS, Journals.ID);
        var journal =
            SegmentJournal.open(
                directory,
                Journals.TINY,
                (entry, time) -> {
                  entries.add(entry);
                  times.add(time);
                })) {
      assertThat(entries).containsExactly(entry(1, 1, 10), entry(0, 1, 0), entry(1, 2, 20));
      assertThat(times).containsExactly(NOW, NOW, NOW + 5);
      assertThat(journal.lastTimeMillis()).isEqualTo(NOW + 5);
      assertThat(journal.lastTicket(1)).isEqualTo(2);
      assertThat(journal.lastTicket(3)).isZero();
    }
  }

  @Test
  void anEntryMayCoverSeveralTickets() {
    var wide = new Entry(2, 5, 9, Bytes.wrap(new byte[] {1}));
    try (var opened = open(disk)) {
      append(opened.journal(), wide);
      notAccepted(opened.journal(), entry(2, 9, 1));
    }

    disk.crash(Crash.LOSE_UNSYNCED);
    try (var opened = open(disk)) {
      assertThat(opened.recovered()).containsExactly(wide);
      assertThat(opened.journal().lastTicket(2)).isEqualTo(9);
      append(opened.journal(), entry(2, 10, 1));
    }
  }

  @Test
  void incarnationsGrow() {
    for (int expected = 1; expected <= 5; expected++) {
      try (var opened = open(disk)) {
        assertThat(opened.journal().incarnation()).isEqualTo(expected);
      }
    }
  }

  @Test
  void aWrittenFrameIsSafeFromTheEndOfTheProcessButNotOfTheMachine() {
    var opened = open(disk);
    opened.journal().write(List.of(reserved(opened.journal(), entry(0, 1, 9))), NOW);
    var copy = disk.copy(new SplittableRandom(1));

    disk.crash(Crash.PROCESS);
    copy.crash(Crash.LOSE_UNSYNCED);

    assertThat(open(disk).recovered()).containsExactly(entry(0, 1, 9));
    assertThat(open(copy).recovered()).isEmpty();
  }

  @Test
  void whatRecoveryHasReadIsDurable() {
    var opened = open(disk);
    opened.journal().write(List.of(reserved(opened.journal(), entry(0, 1, 9))), NOW);
    disk.crash(Crash.PROCESS);
    open(disk);

    disk.crash(Crash.LOSE_UNSYNCED);

    assertThat(open(disk).recovered()).containsExactly(entry(0, 1, 9));
  }

  @Test
  void whatRecoveryHasReadIsDurableEvenAfterAFailedSync() {
    for (int seed = 0; seed < 20; seed++) {
      var failing = new SimulatedDisk(new SplittableRandom(seed));
      var opened = open(failing);
      opened.journal().write(List.of(reserved(opened.journal(), entry(0, 1, 999))), NOW);
      failing.failCall(failing.calls() + 1, Fault.FAIL_ONCE);
      assertThatExceptionOfType(JournalPoisonedException.class).isThrownBy(opened.journal()::sync);
      failing.crash(Crash.PROCESS);
      assertThat(open(failing).recovered()).containsExactly(entry(0, 1, 999));

      failing.crash(Crash.LOSE_UNSYNCED);

      assertThat(open(failing).recovered()).containsExactly(entry(0, 1, 999));
    }
  }

  @Test
  void oneSyncMakesAllFramesBeforeItDurable() {
    var journal = open(disk).journal();
    write(journal, entry(0, 1, 9));
    write(journal, entry(0, 2, 9));
    journal.sync();
    write(journal, entry(0, 3, 9));

    disk.crash(Crash.LOSE_UNSYNCED);

    assertThat(open(disk).recovered()).containsExactly(entry(0, 1, 9), entry(0, 2, 9));
  }

  @Test
  void aFrameThatIsWrittenDuringASyncIsNotTakenForSynced() {
    var busy = new BusyDisk(disk);
    var journal = open(busy).journal();
    write(journal, entry(0, 1, 9));
    busy.afterNextSync = () -> write(journal, entry(0, 2, 9));
    journal.sync();

    assertThat(journal.status().syncedFrame()).isEqualTo(1);
    assertThat(journal.status().writtenFrame()).isEqualTo(2);
    disk.crash(Crash.LOSE_UNSYNCED);
    assertThat(open(disk).recovered()).containsExactly(entry(0, 1, 9));
  }

  /** A disk on which something else happens before a sync returns. */
  private static final class BusyDisk extends DecoratedDisk {
    private @Nullable Runnable afterNextSync;

    BusyDisk(Disk disk) {
      super(disk);
    }

    @Override
    protected DiskFile decorated(DiskFile file) {
      return new DecoratedFile(file) {
        @Override
        public void sync() {
          super.sync();
          Runnable action = afterNextSync;
          afterNextSync = null;
          if (action != null) {
            action.run();
          }
        }
      };
    }
  }

  @Test
  void aSegmentIsLeftOnlyWhenItIsDurable() {
    var journal = open(disk).journal();
    maintain(journal);
    for (int ticket = 1; ticket <= 5; ticket++) {
      write(journal, entry(0, ticket, 700));
    }

    disk.crash(Crash.LOSE_UNSYNCED);

    assertThat(open(disk).recovered())
        .containsExactly(entry(0, 1, 700), entry(0, 2, 700), entry(0, 3, 700), entry(0, 4, 700));
  }

  @Test
  void allFramesThatRecoveryHasReadAreDurable() {
    var journal = open(disk).journal();
    append(journal, entry(0, 1, 9));
    write(journal, entry(0, 2, 9));
    write(journal, entry(0, 3, 9));
    disk.crash(Crash.PROCESS);
    open(disk);

    disk.crash(Crash.LOSE_UNSYNCED);

    assertThat(open(disk).recovered())
        .containsExactly(entry(0, 1, 9), entry(0, 2, 9), entry(0, 3, 9));
  }

  @Test
  void aSyncWithoutAFrameDoesNothing() {
    var journal = open(disk).journal();
    long calls = disk.calls();

    journal.sync();

    assertThat(disk.calls()).isEqualTo(calls);
  }

  @Test
  void timeDoesNotGoBack() {
    var journal = open(disk).journal();
    append(journal, entry(0, 1, 9));

    broken(() -> journal.write(List.of(reserved(journal, entry(0, 2, 9))), NOW - 1));
  }

  @Test
  void ticketsOfASlotGrow() {
    var journal = open(disk).journal();
    append(journal, entry(0, 2, 9));

    notAccepted(journal, entry(0, 2, 9));
  }

  @Test
  void aFrameIsNeverEmpty() {
    var journal = open(disk).journal();

    broken(() -> journal.write(List.of(), NOW));
  }

  @Test
  void moreThanAFrameIsWrittenInParts() {
    var config = new JournalConfig(8192, 1024, 2, 0);
    var entries = new ArrayList<Entry>();
    try (var opened = open(disk, config)) {
      var journal = opened.journal();
      maintain(journal);
      var reservations = new ArrayList<Reservation>();
      for (int ticket = 1; ticket <= 10; ticket++) {
        var entry = entry(0, ticket, 300);
        entries.add(entry);
        reservations.add(reserved(journal, entry));
      }

      assertThat(journal.write(reservations, NOW)).isEqualTo(2);
      journal.sync();
      assertThat(journal.write(reservations.subList(2, 10), NOW)).isEqualTo(2);
      journal.sync();
    }

    assertThat(open(disk, config).recovered()).isEqualTo(entries.subList(0, 4));
  }

  @Test
  void theLargestEntryIsWritten() {
    var largest = entry(0, 1, Journals.TINY.payloadBytesMax());
    try (var opened = open(disk)) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  opened
                      .journal()
                      .reserve(Journals.TINY.payloadBytesMax() + 1, Purpose.COMPLETION));
      append(opened.journal(), largest);
    }

    assertThat(open(disk).recovered()).containsExactly(largest);
  }

  @Test
  void aReservationIsUsedOnce() {
    var journal = open(disk).journal();
    var reservation = filled(journal.reserve(9, Purpose.COMPLETION), entry(0, 1, 9));
    journal.write(List.of(reservation), NOW);
    journal.sync();

    broken(() -> journal.write(List.of(reservation), NOW));
  }

  @Test
  void anEntryIsNotLargerThanItsReservation() {
    var granted = (Granted) open(disk).journal().reserve(9, Purpose.COMPLETION);

    broken(() -> granted.reservation().fill(entry(0, 1, 200)));
  }

  @Test
  void reservedBytesAreGivenBack() {
    var journal = open(disk).journal();
    var shrunk = (Granted) journal.reserve(900, Purpose.COMPLETION);
    var released = (Granted) journal.reserve(900, Purpose.COMPLETION);
    long before = journal.status().reservedBytes();

    released.reservation().release();
    released.reservation().release();
    shrunk.reservation().fill(entry(0, 1, 9));

    assertThat(before).isEqualTo(2 * 1024);
    assertThat(journal.status().reservedBytes()).isEqualTo(128);
    journal.write(List.of(shrunk.reservation()), NOW);
    assertThat(journal.status().reservedBytes()).isZero();
  }

  @Test
  void theStatusTellsHowFarTheJournalIs() {
    var journal = open(disk).journal();
    maintain(journal);
    append(journal, entry(0, 1, 9));
    journal.write(List.of(reserved(journal, entry(0, 2, 9))), NOW);

    var status = journal.status();

    assertThat(status.writtenFrame()).isEqualTo(2);
    assertThat(status.syncedFrame()).isEqualTo(1);
    assertThat(status.segments()).isEqualTo(1);
    assertThat(status.spareSegments()).isEqualTo(2);
    assertThat(status.bytes()).isEqualTo(3 * 4096);
    assertThat(status.poisoned()).isFalse();
  }

  @Test
  void aJournalWithAnUnsyncedFrameIsNotClosedCleanly() {
    try (var opened = open(disk)) {
      opened.journal().write(List.of(reserved(opened.journal(), entry(0, 1, 9))), NOW);
    }

    assertThat(JournalCheck.run(disk, (_, _) -> {}).closedCleanly()).isFalse();
  }

  private static void notAccepted(SegmentJournal journal, Entry entry) {
    broken(() -> journal.write(List.of(reserved(journal, entry)), NOW));
    assertThatExceptionOfType(JournalPoisonedException.class)
        .isThrownBy(() -> journal.reserve(1, Purpose.COMPLETION));
  }

  private static void broken(Runnable call) {
    assertThatExceptionOfType(InvariantViolation.class).isThrownBy(call::run);
  }
}
