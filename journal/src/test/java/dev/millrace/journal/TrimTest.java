package dev.millrace.journal;

import static dev.millrace.journal.Journals.append;
import static dev.millrace.journal.Journals.entry;
import static dev.millrace.journal.Journals.maintain;
import static dev.millrace.journal.Journals.open;
import static dev.millrace.journal.Journals.segments;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

class TrimTest {
  private final SimulatedDisk disk = Journals.disk();
  private SegmentJournal journal = open(disk).journal();

  /**
   * Fills segments with two entries each: slot 0 in all, slot 1 in the second, slot 2 in the last.
   */
  private void fillThreeSegments() {
    for (int ticket = 1; ticket <= 3; ticket++) {
      maintain(journal);
      append(journal, entry(0, ticket, 1500));
      append(journal, entry(ticket - 1 == 0 ? 3 : ticket - 1, ticket, 1500));
    }
    maintain(journal);
  }

  @Test
  void aSegmentGoesWhenAllItsEntriesAreFlushed() {
    fillThreeSegments();
    var first = segments(disk).getFirst();

    journal.trim(new long[] {1, 0, 0, 1});
    maintain(journal);

    assertThat(segments(disk)).doesNotContain(first);
    assertThat(journal.status().segments()).isEqualTo(2);
    disk.crash(Crash.LOSE_UNSYNCED);
    assertThat(open(disk).recovered())
        .containsExactly(
            entry(0, 2, 1500), entry(1, 2, 1500), entry(0, 3, 1500), entry(2, 3, 1500));
  }

  @Test
  void theSlotThatPinsTheOldestSegmentIsNamed() {
    fillThreeSegments();

    assertThat(journal.trim(new long[] {0, 0, 0, 0})).contains(new Pin(0, 1, 1));
    assertThat(journal.trim(new long[] {9, 0, 0, 0})).contains(new Pin(3, 1, 1));
    assertThat(journal.trim(new long[] {9, 1, 0, 9})).contains(new Pin(1, 2, 2));
    assertThat(journal.trim(new long[] {9, 9, 0, 9})).isEmpty();
  }

  @Test
  void theActiveSegmentStays() {
    fillThreeSegments();

    journal.trim(new long[] {9, 9, 9, 9});
    maintain(journal);

    disk.crash(Crash.LOSE_UNSYNCED);
    var opened = open(disk);
    assertThat(opened.recovered()).containsExactly(entry(0, 3, 1500), entry(2, 3, 1500));
    assertThat(opened.journal().lastTicket(1)).isZero();
  }

  @Test
  void segmentsBehindAPinnedOneStay() {
    fillThreeSegments();

    journal.trim(new long[] {9, 9, 9, 0});
    maintain(journal);

    disk.crash(Crash.LOSE_UNSYNCED);
    assertThat(open(disk).recovered()).hasSize(6);
  }

  @Test
  void trimmedSegmentsBecomeSpares() {
    fillThreeSegments();
    append(journal, entry(0, 10, 1500)); // takes one spare
    long used = disk.usedBytes();

    journal.trim(new long[] {9, 9, 9, 9});
    maintain(journal);

    assertThat(journal.status().spareSegments()).isEqualTo(2);
    assertThat(disk.usedBytes()).isLessThanOrEqualTo(used);
    append(journal, entry(0, 11, 1500));
    append(journal, entry(0, 12, 1500));
    append(journal, entry(0, 13, 1500));
    disk.crash(Crash.LOSE_UNSYNCED);
    assertThat(open(disk).recovered().stream().map(Entry::lastTicket))
        .containsExactly(10L, 11L, 12L, 13L);
  }

  @Test
  void moreTrimmedSegmentsThanSparesAreKeptForLater() {
    fillThreeSegments();
    journal.trim(new long[] {9, 9, 9, 9});
    maintain(journal);
    long used = disk.usedBytes();

    for (int ticket = 11; ticket <= 14; ticket++) {
      append(journal, entry(0, ticket, 1500));
      maintain(journal);
    }

    assertThat(disk.usedBytes()).isEqualTo(used);
    disk.crash(Crash.LOSE_UNSYNCED);
    assertThat(open(disk).recovered().stream().map(Entry::lastTicket)).endsWith(11L, 12L, 13L, 14L);
  }

  @Test
  void manyTrimmedSegmentsAreNotKept() {
    int ticketMax = 6 * Upkeep.LEFT_OVERS_MAX;
    for (int ticket = 1; ticket <= ticketMax; ticket++) {
      maintain(journal);
      append(journal, entry(0, ticket, 1500));
    }

    journal.trim(new long[] {ticketMax, 9, 9, 9});
    maintain(journal);

    assertThat(disk.list()).hasSizeBetween(Upkeep.LEFT_OVERS_MAX, Upkeep.LEFT_OVERS_MAX + 10);
  }

  @Test
  void aMissingUntrimmedFirstSegmentIsNoticed() {
    fillThreeSegments();
    journal.trim(new long[] {1, 0, 0, 1});
    maintain(journal);
    disk.crash(Crash.LOSE_UNSYNCED);
    disk.delete(FileNames.segment(2));

    assertThatExceptionOfType(JournalDamagedException.class)
        .isThrownBy(() -> open(disk))
        .withMessageContaining("frames 3 to 4 are missing");
  }

  @Test
  void aTrimmedSegmentThatReappearsIsIgnored() {
    fillThreeSegments();
    journal.trim(new long[] {1, 0, 0, 1});
    maintain(journal);

    disk.crash(Crash.LOSE_UNSYNCED); // the deletion too

    assertThat(segments(disk)).contains(FileNames.segment(1));
    assertThat(open(disk).recovered()).hasSize(4);
  }

  @Test
  void recoveredSegmentsAreTrimmedToo() {
    fillThreeSegments();
    disk.crash(Crash.LOSE_UNSYNCED);
    journal = open(disk).journal();

    assertThat(journal.trim(new long[] {9, 9, 9, 9})).isEmpty();
    maintain(journal);

    assertThat(journal.status().segments()).isEqualTo(1);
    disk.crash(Crash.LOSE_UNSYNCED);
    assertThat(open(disk).recovered()).isEqualTo(List.of());
  }

  @Test
  void openingAgainAndAgainUsesNoMoreSpace() {
    fillThreeSegments();
    disk.crash(Crash.PROCESS);
    maintain(open(disk).journal());
    disk.crash(Crash.PROCESS);
    long used = disk.usedBytes();

    for (int i = 0; i < 20; i++) {
      maintain(open(disk).journal());
      disk.crash(i % 2 == 0 ? Crash.PROCESS : Crash.LOSE_UNSYNCED);
    }

    assertThat(disk.usedBytes()).isLessThanOrEqualTo(used);
    assertThat(open(disk).recovered()).hasSize(6);
  }

  @Test
  void anotherSegmentSizeTakesOver() {
    fillThreeSegments();
    disk.crash(Crash.PROCESS);
    var larger = new JournalConfig(8192, 4096, 2, 0);

    var opened = open(disk, larger);
    maintain(opened.journal());
    append(opened.journal(), entry(0, 20, 4000));

    disk.crash(Crash.LOSE_UNSYNCED);
    assertThat(open(disk).recovered()).hasSize(7);
    assertThat(disk.list()).noneMatch(name -> name.endsWith(".new"));
  }
}
