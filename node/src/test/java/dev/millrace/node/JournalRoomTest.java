package dev.millrace.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.FileDisk;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.node.JournalRoom.Relief;
import dev.millrace.queue.Room.Answer;
import dev.millrace.queue.Room.Kind;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal without a spare lends growth half of its only segment. */
class JournalRoomTest {
  private static final JournalConfig CONFIG = new JournalConfig(1 << 16, 1 << 15, 2, 0);
  private static final int THIRD_BYTES = 20_000;

  @TempDir private Path folder;

  private final JournalRoom room = new JournalRoom(CONFIG);
  private DataDirectory directory;
  private SegmentJournal journal;

  @BeforeEach
  void open() {
    directory = DataDirectory.open(FileDisk.open(folder.resolve("data")), 1, new DirectoryId(1, 2));
    journal = SegmentJournal.open(directory, CONFIG, (_, _) -> {});
  }

  @AfterEach
  void close() {
    room.releaseUnused();
    journal.close();
    directory.close();
  }

  @Test
  void roomThatComesWhileOneWaitsIsTaken() {
    fillHalf(journal::maintain);

    assertThat(room.tryTake(THIRD_BYTES, Kind.GROWTH)).isEqualTo(Answer.TAKEN);
  }

  @Test
  void roomThatCameBeforeOneCouldWaitIsTaken() {
    fillHalf(
        () -> {
          var _ = journal.maintain();
          return false;
        });

    assertThat(room.tryTake(THIRD_BYTES, Kind.GROWTH)).isEqualTo(Answer.TAKEN);
  }

  @Test
  void whereNothingHelpsThereIsNoRoom() {
    fillHalf(() -> false);

    assertThat(room.tryTake(THIRD_BYTES, Kind.GROWTH)).isEqualTo(Answer.DISK_FULL);
  }

  private void fillHalf(Relief relief) {
    room.connect(journal, relief);
    assertThat(room.tryTake(THIRD_BYTES, Kind.GROWTH)).isEqualTo(Answer.TAKEN);
  }
}
