package dev.millrace.journal;

import static dev.millrace.journal.Journals.append;
import static dev.millrace.journal.Journals.entry;
import static dev.millrace.journal.Journals.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.journal.DataDirectoryException.Problem;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Directories that are filled from elsewhere, and what a store beside a journal means for it. */
class MakeDirectoryTest {
  private static final JournalStart AFTER_41 = new JournalStart(41, true);

  private final SimulatedDisk disk = Journals.disk();

  @Test
  void aMadeDirectoryGoesOnBehindTheIncarnationItIsGiven() {
    make(disk, AFTER_41);

    try (var opened = open(disk)) {
      assertThat(opened.directory().id()).isEqualTo(Journals.ID);
      assertThat(opened.journal().incarnation()).isEqualTo(43);
      append(opened.journal(), entry(0, 1, 10));
    }
    try (var opened = open(disk)) {
      assertThat(opened.recovered()).containsExactly(entry(0, 1, 10));
      assertThat(opened.journal().incarnation()).isEqualTo(44);
    }
  }

  @Test
  void aDirectoryThatIsNotCompleteIsRefused() {
    DataDirectory.make(disk, Journals.SLOTS, Journals.ID, AFTER_41).close();

    refuses(Problem.UNFINISHED);
  }

  @Test
  void anyCrashWhileItIsMadeLeavesAnUnfinishedOrACompleteOne() {
    var whole = Journals.disk();
    make(whole, AFTER_41);
    for (long call = 1; call <= whole.calls(); call++) {
      var crashed = new SimulatedDisk(new SplittableRandom(call));
      crashed.failCall(call, Fault.CRASH);
      try {
        make(crashed, AFTER_41);
      } catch (SimulatedCrash e) {
        // The machine stopped.
      }
      crashed.crash(Crash.KEEP_SOME);
      assertOldOrNew(crashed);
    }
  }

  private static void assertOldOrNew(SimulatedDisk disk) {
    if (disk.list().contains(FileNames.MARKER) && !disk.list().contains(FileNames.UNFINISHED)) {
      assertThat(open(disk).journal().incarnation()).isGreaterThan(41);
    } else if (!disk.list().isEmpty()) {
      assertThatExceptionOfType(DataDirectoryException.class)
          .isThrownBy(() -> open(disk))
          .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.UNFINISHED));
    }
  }

  @Test
  void nothingIsMadeAmongOtherFiles() {
    disk.create("letter.txt").close();

    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> make(disk, AFTER_41))
        .withMessageContaining("isn't empty: it holds letter.txt");
    assertThat(disk.list()).containsExactly("letter.txt");
  }

  @Test
  void aDirectoryMadeAroundAStoreNeedsIt() {
    make(disk, AFTER_41);

    assertStoreIsNeeded(true);
  }

  @Test
  void aDirectoryWithItsWholeJournalNeedsNoStore() {
    open(disk).close();

    assertStoreIsNeeded(false);
  }

  @Test
  void aTrimmedJournalNeedsItsStore() {
    try (var opened = open(disk)) {
      Journals.maintain(opened.journal());
      for (int ticket = 1; ticket <= 4; ticket++) {
        append(opened.journal(), entry(0, ticket, 1900));
        Journals.maintain(opened.journal());
      }
      assertThat(opened.journal().wasTrimmed()).isFalse();
      assertThat(opened.journal().trim(new long[] {2, 0, 0, 0})).isPresent();
      Journals.maintain(opened.journal());
    }

    assertStoreIsNeeded(true);
    try (var opened = open(disk)) {
      assertThat(opened.journal().wasTrimmed()).isTrue();
    }
    assertThat(JournalCheck.run(disk, (_, _) -> {}).trimmed()).isTrue();
  }

  private void assertStoreIsNeeded(boolean needed) {
    try (var directory = DataDirectory.open(disk, Journals.SLOTS, Journals.ID)) {
      assertThat(directory.isTrimmed()).isEqualTo(needed);
      directory.checkComplete(true);
      if (needed) {
        assertThatExceptionOfType(DataDirectoryException.class)
            .isThrownBy(() -> directory.checkComplete(false))
            .satisfies(e -> assertThat(e.problem()).isEqualTo(Problem.STORE_MISSING));
      } else {
        directory.checkComplete(false);
      }
    }
  }

  @Test
  void aStoreMadeBeforeTheDirectoryWasFinishedKeepsItsId() {
    DataDirectory.open(disk, Journals.SLOTS, Journals.ID).close();
    disk.create(FileNames.STORE).close(); // as a crash in the first start leaves it

    try (var directory = DataDirectory.open(disk, Journals.SLOTS, new DirectoryId(5, 5))) {
      assertThat(directory.id()).isEqualTo(Journals.ID);
      SegmentJournal.open(directory, Journals.TINY, (_, _) -> {}).close();
    }
    open(disk).close();
  }

  private static void make(SimulatedDisk disk, JournalStart start) {
    try (var directory = DataDirectory.make(disk, Journals.SLOTS, Journals.ID, start)) {
      SegmentJournal.open(directory, Journals.TINY, (_, _) -> {}).close();
      directory.complete();
    }
  }

  private void refuses(Problem problem) {
    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> open(disk))
        .satisfies(e -> assertThat(e.problem()).isEqualTo(problem));
    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> DataDirectory.openReadOnly(disk))
        .satisfies(e -> assertThat(e.problem()).isEqualTo(problem));
  }
}
