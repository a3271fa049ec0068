package dev.millrace.journal;

import static dev.millrace.journal.Journals.NOW;
import static dev.millrace.journal.Journals.entry;
import static dev.millrace.journal.Journals.filled;
import static dev.millrace.journal.Journals.maintain;
import static dev.millrace.journal.Journals.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.journal.ReserveResult.Granted;
import dev.millrace.journal.ReserveResult.Reason;
import dev.millrace.journal.ReserveResult.Refused;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A full disk refuses growth, goes on with completions, and recovers by itself. */
class DiskFullTest {
  private static final JournalConfig CONFIG = new JournalConfig(4096, 2048, 2, 1000);

  private final SimulatedDisk disk = Journals.disk();
  private long ticket;

  @Test
  void growthIsRefusedFirstThenCompletions() {
    disk.limitCapacity(3 * 4096 + 8192 + 2000);
    var journal = open(disk, CONFIG).journal();
    maintain(journal);

    int grown = appendUntilRefused(journal, Purpose.GROWTH, Reason.DISK_FULL);
    int completed = appendUntilRefused(journal, Purpose.COMPLETION, Reason.DISK_FULL);

    assertThat(grown).isEqualTo(2 * 7);
    assertThat(completed).isEqualTo(7);
  }

  @Test
  void serviceIsFullAgainWhenSpaceReturns() {
    disk.limitCapacity(3 * 4096 + 8192 + 2000);
    var journal = open(disk, CONFIG).journal();
    maintain(journal);
    appendUntilRefused(journal, Purpose.GROWTH, Reason.DISK_FULL);
    appendUntilRefused(journal, Purpose.COMPLETION, Reason.DISK_FULL);

    disk.limitCapacity(Long.MAX_VALUE);
    maintain(journal);

    assertThat(journal.status().full()).isFalse();
    assertThat(journal.reserve(100, Purpose.GROWTH)).isInstanceOf(Granted.class);
  }

  @Test
  void serviceIsFullAgainAfterTrimming() {
    disk.limitCapacity(3 * 4096 + 8192 + 2000);
    var journal = open(disk, CONFIG).journal();
    maintain(journal);
    appendUntilRefused(journal, Purpose.GROWTH, Reason.DISK_FULL);
    appendUntilRefused(journal, Purpose.COMPLETION, Reason.DISK_FULL);

    assertThat(journal.trim(new long[] {ticket, 0, 0, 0})).isEmpty();
    maintain(journal);

    assertThat(appendUntilRefused(journal, Purpose.GROWTH, Reason.PREPARING)).isPositive();
  }

  @Test
  void trimmedSegmentsAreGivenUpWhenSpaceIsShort() {
    var journal = open(disk, CONFIG).journal();
    for (int i = 0; i < 40; i++) {
      maintain(journal);
      Journals.append(journal, entry(0, ++ticket, 1500));
    }
    journal.trim(new long[] {ticket, 0, 0, 0});
    maintain(journal);
    disk.limitCapacity(disk.usedBytes() + 500);

    maintain(journal);

    assertThat(journal.status().full()).isFalse();
    assertThat(journal.reserve(100, Purpose.GROWTH)).isInstanceOf(Granted.class);
  }

  @Test
  void aFullDiskOpensAgainOnWhatItHad() {
    disk.limitCapacity(3 * 4096 + 8192 + 2000);
    var journal = open(disk, CONFIG).journal();
    maintain(journal);
    appendUntilRefused(journal, Purpose.GROWTH, Reason.DISK_FULL);
    disk.crash(Crash.LOSE_UNSYNCED);

    var opened = open(disk, CONFIG);
    maintain(opened.journal());

    assertThat(opened.recovered()).hasSize(14);
    assertThat(opened.journal().reserve(100, Purpose.GROWTH))
        .isEqualTo(new Refused(Reason.DISK_FULL));
    assertThat(appendUntilRefused(opened.journal(), Purpose.COMPLETION, Reason.DISK_FULL))
        .isEqualTo(7);
  }

  @Test
  void openingWithoutAnySpaceSaysSo() {
    disk.limitCapacity(100);

    assertThatExceptionOfType(DiskException.class)
        .isThrownBy(() -> open(disk, CONFIG))
        .satisfies(e -> assertThat(e.kind()).isEqualTo(DiskException.Kind.FULL));

    disk.limitCapacity(1 << 20);
    disk.crash(Crash.PROCESS);
    open(disk, CONFIG).close();
  }

  @Test
  void growthLeavesOthersTheirShareOfTheDisk() {
    var journal = open(disk, CONFIG).journal();
    maintain(journal);
    assertThat(journal.reserve(100, Purpose.GROWTH)).isInstanceOf(Granted.class);

    disk.limitCapacity(disk.usedBytes() + 999);
    journal.maintain();
    assertThat(journal.reserve(100, Purpose.GROWTH)).isEqualTo(new Refused(Reason.DISK_FULL));
    assertThat(journal.reserve(100, Purpose.COMPLETION)).isInstanceOf(Granted.class);

    disk.limitCapacity(disk.usedBytes() + 1000);
    journal.maintain();
    assertThat(journal.reserve(100, Purpose.GROWTH)).isInstanceOf(Granted.class);
  }

  @Test
  void growthLeavesHalfASegmentUntilTheReserveIsThere() {
    var journal = open(disk, CONFIG).journal();

    assertThat(appendUntilRefused(journal, Purpose.GROWTH, Reason.PREPARING)).isEqualTo(3);
    assertThat(appendUntilRefused(journal, Purpose.COMPLETION, Reason.PREPARING)).isEqualTo(4);
  }

  @Test
  void aFailureToPrepareDoesNotPoison() {
    var journal = open(disk, CONFIG).journal();
    for (int call = 1; call < 12; call++) {
      disk.failCall(disk.calls() + call, call % 2 == 0 ? Fault.FULL : Fault.FAIL_ONCE);
      journal.maintain();
      disk.failCall(0, Fault.FAIL_ONCE);
      append(journal);
    }

    maintain(journal);
    assertThat(journal.reserve(100, Purpose.GROWTH)).isInstanceOf(Granted.class);
  }

  private void append(SegmentJournal journal) {
    var entry = entry(0, ++ticket, 100);
    journal.write(List.of(filled(journal.reserve(100, Purpose.COMPLETION), entry)), NOW);
    journal.sync();
  }

  /** Writes entries, and prepares what can be, until a reservation is refused. */
  private int appendUntilRefused(SegmentJournal journal, Purpose purpose, Reason reason) {
    for (int count = 0; ; count++) {
      switch (journal.reserve(400, purpose)) {
        case Granted(var reservation) -> {
          reservation.fill(entry(0, ++ticket, 400));
          journal.write(List.of(reservation), NOW);
          journal.sync();
          if (purpose == Purpose.GROWTH && reason == Reason.DISK_FULL) {
            maintain(journal);
          }
        }
        case Refused(var why) -> {
          assertThat(why).isEqualTo(reason);
          return count;
        }
      }
    }
  }
}
