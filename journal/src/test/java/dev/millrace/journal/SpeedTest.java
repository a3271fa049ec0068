package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bounds on time that a user would notice, with room for a slow machine. */
class SpeedTest {
  private static final int ENTRIES = 100_000;
  private static final int BATCH = 500;

  @TempDir Path directory;

  @Test
  void aHundredThousandEntriesAreRecoveredInTwoSeconds() {
    write();

    long start = System.nanoTime();
    try (var opened = Journals.open(FileDisk.open(directory), JournalConfig.DEFAULT)) {
      var taken = Duration.ofNanos(System.nanoTime() - start);

      assertThat(opened.recovered()).hasSize(ENTRIES);
      assertThat(taken).isLessThan(Duration.ofSeconds(2));
    }
  }

  @Test
  void anEmptyDirectoryIsReadyForGrowthInHalfASecond() {
    long start = System.nanoTime();
    var opened = Journals.open(FileDisk.open(directory), JournalConfig.DEFAULT);
    var reserved = opened.journal().reserve(1 << 20, Purpose.GROWTH);
    var taken = Duration.ofNanos(System.nanoTime() - start);
    opened.close();

    assertThat(reserved).isInstanceOf(ReserveResult.Granted.class);

    assertThat(taken).isLessThan(Duration.ofMillis(500));
  }

  private void write() {
    try (var opened = Journals.open(FileDisk.open(directory), JournalConfig.DEFAULT)) {
      var journal = opened.journal();
      Journals.maintain(journal);
      for (int done = 0; done < ENTRIES; done += BATCH) {
        List<Reservation> batch = new ArrayList<>();
        for (int i = 1; i <= BATCH; i++) {
          batch.add(Journals.reserved(journal, Journals.entry(i % Journals.SLOTS, done + i, 150)));
        }
        while (!batch.isEmpty()) {
          int written = journal.write(batch, Journals.NOW);
          journal.sync();
          batch = batch.subList(written, batch.size());
        }
      }
    }
  }
}
