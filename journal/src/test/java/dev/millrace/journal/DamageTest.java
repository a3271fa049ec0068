package dev.millrace.journal;

import static dev.millrace.journal.Journals.append;
import static dev.millrace.journal.Journals.entry;
import static dev.millrace.journal.Journals.open;
import static dev.millrace.journal.Journals.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What synced bytes that are lost or changed lead to: never to fewer entries without a word. */
class DamageTest {
  private static final int FRAMES = 9;

  private final List<Entry> entries = new ArrayList<>();
  private final SimulatedDisk image = image(false);
  private final SimulatedDisk closedImage = image(true);

  /** Nine frames over three segments, of one incarnation. */
  private SimulatedDisk image(boolean closed) {
    entries.clear();
    var disk = Journals.disk();
    var opened = open(disk);
    for (int ticket = 1; ticket <= FRAMES; ticket++) {
      Journals.maintain(opened.journal());
      var entry = entry(ticket % 2, ticket, 700 + 10 * ticket);
      entries.add(entry);
      append(opened.journal(), entry);
    }
    if (closed) {
      opened.close();
    }
    disk.crash(Crash.LOSE_UNSYNCED);
    return disk;
  }

  @Test
  void theImageIsAsTheTestsNeedIt() {
    var report = JournalCheck.run(image, (_, _) -> {});

    assertThat(report.segments().stream().map(CheckReport.SegmentReport::frames))
        .containsExactly(4, 4, 1, 0);
    assertThat(open(image.copy(new SplittableRandom())).recovered()).isEqualTo(entries);
  }

  @Test
  void everyFlippedByteBeforeTheLastFrameIsRefused() {
    var report = JournalCheck.run(image, (_, _) -> {});
    for (var segment : report.segments().subList(0, 2)) {
      for (int offset = 0; offset < segment.usedBytes(); offset++) {
        for (int mask : new int[] {1, 0x80, 0xff}) {
          refuses(flipped(image, segment.file(), offset, mask), segment.file());
        }
      }
    }
  }

  @Test
  void everyFlippedByteOfTheLastFrameDropsItWhole() {
    var last = JournalCheck.run(image, (_, _) -> {}).segments().get(2);
    for (int offset = SegmentHeader.BYTES; offset < last.usedBytes(); offset++) {
      var disk = flipped(image, last.file(), offset, 1 << (offset % 8));

      assertThat(open(disk).recovered()).isEqualTo(entries.subList(0, FRAMES - 1));
    }
  }

  @Test
  void everyFlippedByteOfTheLastFrameIsRefusedAfterACleanStop() {
    var last = JournalCheck.run(closedImage, (_, _) -> {}).segments().get(2);
    for (int offset = 0; offset < last.usedBytes(); offset++) {
      refuses(flipped(closedImage, last.file(), offset, 1 << (offset % 8)), "");
    }
  }

  @Test
  void everyFlippedByteOfASegmentHeaderIsRefused() {
    for (var name : Journals.segments(image)) {
      for (int offset = 0; offset < SegmentHeader.BYTES; offset++) {
        refuses(flipped(image, name, offset, 4), name);
      }
    }
  }

  @Test
  void everyFlippedByteOfTheAnchorDoesNoHarm() {
    for (int offset = 0; offset < image.bytes(FileNames.ANCHOR).length; offset++) {
      var disk = flipped(image, FileNames.ANCHOR, offset, 2);

      assertThat(open(disk).recovered()).isEqualTo(entries);
    }
  }

  @Test
  void aBrokenAnchorIsRefused() {
    var disk = flipped(flipped(image, FileNames.ANCHOR, 20, 2), FileNames.ANCHOR, 4096 + 20, 2);
    refuses(disk, FileNames.ANCHOR + " at byte 0: neither copy is valid");

    disk.delete(FileNames.ANCHOR);
    refuses(disk, FileNames.ANCHOR + " at byte 0: the file is missing");
  }

  @Test
  void everyZeroedTailDropsAtMostTheLastFrame() {
    var last = JournalCheck.run(image, (_, _) -> {}).segments().get(2);
    for (int cut = SegmentHeader.BYTES; cut < last.bytes(); cut++) {
      var disk = image.copy(new SplittableRandom());
      overwrite(disk, last.file(), cut, new byte[(int) (last.bytes() - cut)]);

      boolean whole = cut >= last.usedBytes() - trailingZeros(last);
      assertThat(open(disk).recovered())
          .isEqualTo(whole ? entries : entries.subList(0, FRAMES - 1));
    }
  }

  private int trailingZeros(CheckReport.SegmentReport segment) {
    var bytes = image.bytes(segment.file());
    int zeros = 0;
    while (bytes[(int) segment.usedBytes() - 1 - zeros] == 0) {
      zeros++;
    }
    return zeros;
  }

  @Test
  void everyShortenedSegmentIsRefused() {
    for (var name : Journals.segments(image)) {
      for (int size = 0; size < 4096; size += size < 600 ? 1 : 61) {
        var disk = image.copy(new SplittableRandom());
        disk.truncate(name, size);

        refuses(disk, name);
      }
    }
  }

  @Test
  void everyMissingSegmentWithFramesIsRefused() {
    var names = Journals.segments(image);
    for (var name : names.subList(0, 2)) {
      var disk = image.copy(new SplittableRandom());
      disk.delete(name);

      refuses(disk, "are missing");
    }
  }

  @Test
  void aMissingLastSegmentIsRefusedAfterACleanStop() {
    var disk = closedImage.copy(new SplittableRandom());
    disk.delete(Journals.segments(disk).get(2));

    refuses(disk, "frames 9 to 9 are missing");
  }

  @Test
  void aJournalWithoutSegmentsIsRefused() {
    var disk = image.copy(new SplittableRandom());
    Journals.segments(disk).forEach(disk::delete);

    refuses(disk, "or later is missing");
  }

  @Test
  void aCopiedSegmentIsRefused() {
    var disk = image.copy(new SplittableRandom());
    try (var file = disk.create(FileNames.segment(99))) {
      file.write(ByteBuffer.wrap(disk.bytes(FileNames.segment(2))), 0);
    }

    refuses(disk, "it holds " + FileNames.segment(2));
  }

  @Test
  void aSegmentOfAnotherDirectoryIsRefused() {
    var other = Journals.disk();
    try (var directory = DataDirectory.open(other, Journals.SLOTS, new DirectoryId(7, 7))) {
      SegmentJournal.open(directory, Journals.TINY, (_, _) -> {}).close();
    }
    var disk = image.copy(new SplittableRandom());
    overwrite(disk, FileNames.segment(1), 0, other.bytes(FileNames.segment(1)));

    refuses(disk, "it belongs to the data directory " + new DirectoryId(7, 7));
  }

  @Test
  void anOlderStateOfASegmentIsRefused() {
    var disk = Journals.disk();
    var opened = open(disk);
    append(opened.journal(), entry(0, 1, 700), entry(1, 2, 700));
    var old = disk.bytes(FileNames.segment(1));
    Journals.maintain(opened.journal());
    append(opened.journal(), entry(0, 3, 700));
    append(opened.journal(), entry(0, 4, 1900));
    disk.crash(Crash.LOSE_UNSYNCED);
    overwrite(disk, FileNames.segment(1), 0, old);

    refuses(disk, "frames 2 to 2 are missing");
  }

  @Test
  void aDamagedTailOfAnEarlierIncarnationIsRefused() {
    var disk = image.copy(new SplittableRandom());
    open(disk);
    disk.crash(Crash.LOSE_UNSYNCED);
    disk.corrupt(Journals.segments(disk).get(2), 700, 1);

    refuses(disk, "frames 9 to 9 are missing");
  }

  @Test
  void aTicketThatComesTwiceIsRefused() {
    var disk = twoFrames(entry(0, 1, 100), entry(0, 2, 100));
    var other = twoFrames(entry(1, 1, 100), entry(0, 1, 100));
    var secondFrame = Arrays.copyOfRange(other.bytes(FileNames.segment(1)), 512 + 192, 512 + 384);
    overwrite(disk, FileNames.segment(1), 512 + 192, secondFrame);

    refuses(disk, "slot 0 or its tickets are out of order");
  }

  private static SimulatedDisk twoFrames(Entry first, Entry second) {
    var disk = Journals.disk();
    var journal = open(disk).journal();
    append(journal, first);
    append(journal, second);
    disk.crash(Crash.LOSE_UNSYNCED);
    return disk;
  }

  @Test
  void aHoleBetweenFramesThatWereNeverSyncedIsATornTail() {
    var disk = Journals.disk();
    var journal = open(disk).journal();
    append(journal, entry(0, 1, 700));
    write(journal, entry(0, 2, 700));
    write(journal, entry(0, 3, 700));
    disk.crash(Crash.KEEP_UNSYNCED);
    disk.corrupt(FileNames.segment(1), 512 + 832 + 100, 1);

    assertThat(open(disk).recovered()).containsExactly(entry(0, 1, 700));
    disk.crash(Crash.PROCESS);
    try (var again = open(disk)) {
      assertThat(again.recovered()).containsExactly(entry(0, 1, 700));
      append(again.journal(), entry(0, 4, 700));
    }
    assertThat(open(disk).recovered()).containsExactly(entry(0, 1, 700), entry(0, 4, 700));
  }

  @Test
  void aHoleIsDamageIfALaterFrameSaysThatItWasSynced() {
    var disk = Journals.disk();
    var journal = open(disk).journal();
    write(journal, entry(0, 1, 700));
    write(journal, entry(0, 2, 700));
    journal.sync();
    write(journal, entry(0, 3, 700));
    disk.crash(Crash.KEEP_UNSYNCED);
    disk.corrupt(FileNames.segment(1), 512 + 100, 1);

    refuses(disk, FileNames.segment(1));
  }

  @Test
  void theErrorNamesWhatIsKnown() {
    var disk = flipped(image, FileNames.segment(1), 2500, 1);

    assertThatExceptionOfType(JournalDamagedException.class)
        .isThrownBy(() -> open(disk))
        .satisfies(
            e -> {
              var damage = e.damages().getFirst();
              assertThat(damage.file()).isEqualTo(FileNames.segment(1));
              assertThat(damage.offset()).isEqualTo(512 + 2 * 832);
              assertThat(damage.lastGoodTickets()).containsEntry(1, 1L).containsEntry(0, 2L);
              assertThat(damage.ticketsBehind()).containsEntry(0, 4L).containsEntry(1, 5L);
            });
  }

  @Test
  void aReadErrorIsNotTakenForATornTail() {
    var disk = image.copy(new SplittableRandom());
    long before = disk.calls();
    open(disk).close();
    long calls = disk.calls() - before;
    for (long call = 1; call < calls; call++) {
      var failing = image.copy(new SplittableRandom());
      failing.failCall(call, Fault.FAIL_ONCE);
      try {
        assertThat(open(failing).recovered()).isEqualTo(entries);
      } catch (DiskException | JournalPoisonedException e) {
        failing.crash(Crash.LOSE_UNSYNCED);
        assertThat(open(failing).recovered()).isEqualTo(entries);
      }
    }
  }

  private static SimulatedDisk flipped(SimulatedDisk disk, String name, int offset, int mask) {
    var copy = disk.copy(new SplittableRandom());
    copy.corrupt(name, offset, mask);
    return copy;
  }

  private static void overwrite(SimulatedDisk disk, String name, int at, byte[] bytes) {
    try (var file = disk.open(name)) {
      file.write(ByteBuffer.wrap(bytes), at);
      file.sync();
    }
  }

  private static void refuses(SimulatedDisk disk, String message) {
    assertThatExceptionOfType(JournalDamagedException.class)
        .isThrownBy(() -> open(disk))
        .withMessageContaining(message);
  }
}
