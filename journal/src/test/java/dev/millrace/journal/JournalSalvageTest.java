package dev.millrace.journal;

import static dev.millrace.journal.Journals.append;
import static dev.millrace.journal.Journals.entry;
import static dev.millrace.journal.Journals.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.journal.DataDirectoryException.Problem;
import dev.millrace.journal.SalvageReport.Between;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JournalSalvageTest {
  private static final int FRAMES = 9;

  private final List<Entry> written = new ArrayList<>();
  private final List<Entry> read = new ArrayList<>();
  private final SimulatedDisk disk = image();

  /** Nine frames over three segments, closed cleanly; frame n has ticket n of slot n % 2. */
  private SimulatedDisk image() {
    var image = Journals.disk();
    try (var opened = open(image)) {
      for (int ticket = 1; ticket <= FRAMES; ticket++) {
        Journals.maintain(opened.journal());
        var entry = entry(ticket % 2, ticket, 700 + 10 * ticket);
        written.add(entry);
        append(opened.journal(), entry);
      }
    }
    return image;
  }

  @Test
  void aSoundJournalIsReadWhole() {
    var report = salvage();

    assertThat(read).isEqualTo(written);
    assertThat(report.gaps()).isEmpty();
    assertThat(report.remarks()).isEmpty();
    assertThat(report.skippedBytes()).isZero();
    assertThat(report.directory()).isEqualTo(Journals.ID);
    assertThat(report.slots()).hasValue(Journals.SLOTS);
    assertThat(report.incarnation()).isEqualTo(1);
    assertThat(report.frames()).isEqualTo(FRAMES);
    assertThat(report.entries()).isEqualTo(FRAMES);
  }

  @Test
  void whatLiesBehindDamageIsRead() {
    disk.corrupt(FileNames.segment(1), 2500, 1); // in frame 3

    var report = salvage();

    assertThat(read).isEqualTo(without(3));
    assertThat(report.skippedBytes()).isEqualTo(832);
    assertThat(report.gaps()).hasSize(1);
    var gap = report.gaps().getFirst();
    assertThat(gap.missingFrames()).isEqualTo(1);
    assertThat(gap.slots()).isEqualTo(Map.of(0, new Between(2, 4), 1, new Between(1, 5)));
    assertThat(gap.toString()).startsWith("1 frame is missing before byte ");
  }

  @Test
  void everyFlippedByteLosesOneFrameAtMostAndIsNoticed() {
    for (var name : Journals.segments(disk)) {
      for (int offset = 0; offset < disk.bytes(name).length; offset += 7) {
        disk.corrupt(name, offset, 1 << (offset % 8));

        var report = salvage();

        assertThat(read.size()).isGreaterThanOrEqualTo(FRAMES - 1);
        assertThat(written).containsSubsequence(read);
        assertThat(report.gaps().isEmpty()).isEqualTo(read.size() == FRAMES);
        disk.corrupt(name, offset, 1 << (offset % 8));
      }
    }
  }

  @Test
  void adjacentTicketsLoseNothingBetweenThem() {
    var other = Journals.disk();
    try (var opened = open(other)) {
      append(opened.journal(), entry(0, 1, 100));
      append(opened.journal(), entry(1, 1, 100));
      append(opened.journal(), entry(0, 2, 100));
    }
    other.corrupt(FileNames.segment(1), 512 + 192 + 100, 1);

    var gap = salvage(other).gaps().getFirst();

    assertThat(gap.slots()).doesNotContainKey(0);
  }

  @Test
  void aMissingSegmentIsAGap() {
    disk.delete(FileNames.segment(2));

    var report = salvage();

    assertThat(read).isEqualTo(without(5, 6, 7, 8));
    assertThat(report.gaps()).singleElement().extracting(gap -> gap.missingFrames()).isEqualTo(4L);
  }

  @Test
  void aMissingEndIsAGapWithoutEnd() {
    disk.delete(FileNames.segment(3));

    var report = salvage();

    assertThat(read).isEqualTo(without(9));
    assertThat(report.gaps().getFirst().slots())
        .isEqualTo(Map.of(0, new Between(8, Long.MAX_VALUE), 1, new Between(7, Long.MAX_VALUE)));
  }

  @Test
  void aTornTailIsNoGap() {
    var crashed = Journals.disk();
    var opened = open(crashed);
    append(opened.journal(), entry(0, 1, 10));
    opened
        .journal()
        .write(List.of(Journals.reserved(opened.journal(), entry(0, 2, 900))), Journals.NOW);
    crashed.crash(Crash.PROCESS);
    crashed.corrupt(FileNames.segment(1), 1200, 1);
    open(crashed).close();

    assertThat(salvage(crashed).gaps()).isEmpty();
    assertThat(read).containsExactly(entry(0, 1, 10));
  }

  @Test
  void framesBehindTheHoleOfATornTailAreNotTaken() {
    var crashed = Journals.disk();
    var opened = open(crashed);
    append(opened.journal(), entry(0, 1, 10));
    for (int ticket = 2; ticket <= 3; ticket++) {
      Journals.write(opened.journal(), entry(0, ticket, 900));
    }
    crashed.crash(Crash.KEEP_UNSYNCED);
    crashed.corrupt(FileNames.segment(1), 1200, 1);
    try (var again = open(crashed)) {
      append(again.journal(), entry(0, 4, 10));
      append(again.journal(), entry(0, 5, 10));
    }

    assertThat(salvage(crashed).gaps()).isEmpty();
    assertThat(read).containsExactly(entry(0, 1, 10), entry(0, 4, 10), entry(0, 5, 10));
  }

  @Test
  void theHeaderOfASegmentIsNotNeeded() {
    disk.corrupt(FileNames.segment(2), 20, 1);

    var report = salvage();

    assertThat(read).isEqualTo(written);
    assertThat(report.gaps()).isEmpty();
    assertThat(report.remarks())
        .containsExactly("the header of " + FileNames.segment(2) + " is not valid");
  }

  @Test
  void aShortenedSegmentIsReadAsFarAsItGoes() {
    disk.truncate(FileNames.segment(2), 2310);

    var report = salvage();

    assertThat(read).isEqualTo(without(7, 8));
    assertThat(report.gaps()).singleElement().extracting(gap -> gap.missingFrames()).isEqualTo(2L);
    assertThat(report.remarks()).singleElement().asString().contains("has 2310 bytes instead of");
  }

  @Test
  void theMarkerIsNotNeeded() {
    disk.delete(FileNames.MARKER);

    var report = salvage();

    assertThat(read).isEqualTo(written);
    assertThat(report.directory()).isEqualTo(Journals.ID);
    assertThat(report.slots()).isEmpty();
    assertThat(report.remarks()).containsExactly(FileNames.MARKER + " is missing");
  }

  @Test
  void aDamagedMarkerIsNotNeeded() {
    disk.corrupt(FileNames.MARKER, 3, 1);

    assertThat(salvage().slots()).isEmpty();
    assertThat(read).isEqualTo(written);
  }

  @Test
  void theAnchorIsNotNeeded() {
    disk.delete(FileNames.ANCHOR);

    var report = salvage();

    assertThat(read).isEqualTo(written);
    assertThat(report.incarnation()).isEqualTo(1);
    assertThat(report.remarks()).singleElement().asString().startsWith(FileNames.ANCHOR);
  }

  @Test
  void framesOfAnotherDirectoryAreNotTaken() {
    var other = Journals.disk();
    try (var directory = DataDirectory.open(other, Journals.SLOTS, new DirectoryId(7, 7));
        var journal = SegmentJournal.open(directory, Journals.TINY, (_, _) -> {})) {
      append(journal, entry(3, 77, 700));
    }
    try (var file = disk.open(FileNames.segment(2))) {
      file.write(ByteBuffer.wrap(other.bytes(FileNames.segment(1))), 0);
    }

    salvage();

    assertThat(read).isEqualTo(without(5, 6, 7, 8));
  }

  @Test
  void aFailingReadLosesNoMoreThanItsPiece() {
    long before = disk.calls();
    salvage();
    long calls = disk.calls() - before;
    for (long call = 1; call <= calls; call++) {
      var failing = disk.copy(new SplittableRandom());
      failing.failCall(call, Fault.FAIL_ONCE);
      try {
        salvage(failing);
      } catch (DiskException e) {
        continue; // the directory itself could not be listed or locked
      }
      assertThat(written).containsSubsequence(read);
    }
  }

  @Test
  void nothingIsChanged() {
    disk.corrupt(FileNames.segment(1), 2500, 1);
    disk.delete(FileNames.ANCHOR);
    var before = contents();

    salvage();

    assertThat(contents()).usingRecursiveComparison().isEqualTo(before);
  }

  @Test
  void aDirectoryWithNothingOfOursIsRefused() {
    var other = Journals.disk();
    other.create("letter.txt").close();

    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> salvage(other))
        .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.NOT_OURS));
  }

  @Test
  void aDirectoryInUseIsRefused() {
    open(disk);

    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(this::salvage)
        .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.IN_USE));
  }

  private SalvageReport salvage() {
    return salvage(disk);
  }

  private SalvageReport salvage(SimulatedDisk from) {
    read.clear();
    return JournalSalvage.run(from, (entry, _) -> read.add(entry));
  }

  private List<Entry> without(Integer... tickets) {
    var lost = List.of(tickets);
    return written.stream().filter(entry -> !lost.contains((int) entry.firstTicket())).toList();
  }

  private Map<String, byte[]> contents() {
    var contents = new HashMap<String, byte[]>();
    disk.list().forEach(name -> contents.put(name, disk.bytes(name)));
    return contents;
  }
}
