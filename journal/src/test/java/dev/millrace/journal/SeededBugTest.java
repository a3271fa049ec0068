package dev.millrace.journal;

import static dev.millrace.journal.Journals.append;
import static dev.millrace.journal.Journals.entry;
import static dev.millrace.journal.Journals.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.journal.LyingDisk.Lie;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The bugs that the simulator can switch on do what they are meant to: lose or change entries. */
class SeededBugTest {
  private final SimulatedDisk disk = Journals.disk();

  @Test
  void aSyncThatLiesLosesEntries() {
    Journals.open(disk).close();
    var opened = open(new LyingDisk(disk, Set.of(Lie.FILE_SYNC)));
    append(opened.journal(), entry(0, 1, 100));
    disk.crash(Crash.LOSE_UNSYNCED);

    assertThatExceptionOfType(JournalDamagedException.class).isThrownBy(() -> open(disk));
  }

  @Test
  void aMissingSyncOfTheDirectoryLosesSegments() {
    Journals.open(disk).close();
    var opened = open(new LyingDisk(disk, Set.of(Lie.DIRECTORY_SYNC)));
    append(opened.journal(), entry(0, 1, 100));
    disk.crash(Crash.LOSE_UNSYNCED);

    assertThatExceptionOfType(JournalException.class)
        .isThrownBy(() -> assertThat(open(disk).recovered()).isEmpty());
  }

  @Test
  void skippedChecksumsShowChangedBytes() {
    append(open(disk).journal(), entry(0, 1, 100), entry(0, 2, 100));
    disk.crash(Crash.LOSE_UNSYNCED);
    disk.corrupt(FileNames.segment(1), 512 + 64 + 24 + 50, 1);

    var recovered = open(disk, Journals.TINY, RecoveryRules.SKIP_CHECKSUMS).recovered();

    assertThat(recovered).hasSize(2).doesNotContain(entry(0, 1, 100)).contains(entry(0, 2, 100));
  }

  @Test
  void damageTakenForATailLosesEntries() {
    var journal = open(disk).journal();
    for (int ticket = 1; ticket <= 3; ticket++) {
      append(journal, entry(0, ticket, 100));
    }
    disk.crash(Crash.LOSE_UNSYNCED);
    disk.corrupt(FileNames.segment(1), 512 + 192 + 100, 1);

    var recovered = open(disk, Journals.TINY, RecoveryRules.DAMAGE_IS_TAIL).recovered();

    assertThat(recovered).containsExactly(entry(0, 1, 100));
  }
}
