package dev.millrace.node.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DataDirectoryException;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.FileDisk;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.store.Bytes;
import dev.millrace.store.Layer;
import dev.millrace.store.RowName;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreId;
import dev.millrace.store.rocksdb.RocksConfig;
import dev.millrace.store.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoreTest {
  private static final DirectoryId ID = new DirectoryId(3, 4);
  private static final StoreId STORE = new StoreId(ID.toString(), 8);
  private static final JournalConfig JOURNAL = KeptSlot.JOURNAL;
  private static final long TICKET = 5L << 40;

  @TempDir private Path folder;

  @Test
  void theNewestBackupIsRestoredIntoADirectoryThatServes() {
    backUp(1, 2);

    var backup = Restore.run(backups(), OptionalInt.empty(), target(), JOURNAL);

    assertThat(backup.number()).isEqualTo(2);
    assertThat(Files.exists(target().resolve("millrace.unfinished"))).isFalse();
    assertRestored(TICKET + 2, 9 + 1000);
  }

  @Test
  void anEarlierBackupIsRestored() {
    backUp(1, 2, 3);

    Restore.run(backups(), OptionalInt.of(2), target(), JOURNAL);

    assertRestored(TICKET + 2, 9 + 1000);
  }

  private void assertRestored(long ticket, long incarnationBefore) {
    try (var directory =
            DataDirectory.open(FileDisk.open(target()), STORE.slots(), new DirectoryId(0, 0));
        var store = open(target().resolve(DataDirectory.STORE));
        var journal = SegmentJournal.open(directory, JOURNAL, (_, _) -> {})) {
      assertThat(directory.id()).isEqualTo(ID);
      assertThat(directory.isTrimmed()).isTrue();
      assertThat(journal.incarnation()).isGreaterThan(incarnationBefore);
      assertThat(store.appliedTicket(1)).isEqualTo(ticket);
    }
  }

  @Test
  void aRestoredDirectoryNeedsItsStore() {
    backUp(1);
    Restore.run(backups(), OptionalInt.empty(), target(), JOURNAL);

    try (var directory = DataDirectory.open(FileDisk.open(target()), STORE.slots(), ID)) {
      assertThatExceptionOfType(DataDirectoryException.class)
          .isThrownBy(() -> directory.checkComplete(false));
    }
  }

  @Test
  void aDamagedBackupLeavesADirectoryThatNobodyOpens() throws IOException {
    backUp(1);
    try (var files = Files.walk(backups())) {
      var table = files.filter(file -> file.toString().endsWith(".sst")).findFirst().orElseThrow();
      var bytes = Files.readAllBytes(table);
      bytes[20] ^= 1;
      Files.write(table, bytes);
    }

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> Restore.run(backups(), OptionalInt.empty(), target(), JOURNAL));
    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> DataDirectory.open(FileDisk.open(target()), STORE.slots(), ID))
        .satisfies(
            e -> assertThat(e.problem()).isEqualTo(DataDirectoryException.Problem.UNFINISHED));
  }

  @Test
  void nothingIsOverwritten() throws IOException {
    backUp(1);
    Files.createDirectory(target());
    Files.writeString(target().resolve("letter.txt"), "Dear Ada");

    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> Restore.run(backups(), OptionalInt.empty(), target(), JOURNAL))
        .withMessageContaining("isn't empty");
    assertThat(target().resolve("millrace.properties")).doesNotExist();
    assertThat(target().resolve("store")).doesNotExist();
  }

  @Test
  void aBackupThatIsNotThereIsNamed() {
    backUp(1);

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> Restore.run(backups(), OptionalInt.of(7), target(), JOURNAL))
        .withMessageContaining("has no backup 7");
    assertThat(target()).doesNotExist();
  }

  /** A store, and a backup after each of the layers. */
  private void backUp(int... layers) {
    try (var store = open(folder.resolve("store"))) {
      for (int layer : layers) {
        store.apply(
            Layer.builder()
                .ticket(1, TICKET + layer)
                .put(new RowName.Meta(1).key(), Bytes.of(new byte[] {(byte) layer}))
                .build());
        store.backup(backups(), 9);
      }
    }
  }

  private static RocksStore open(Path path) {
    return RocksStore.open(path, STORE, RocksConfig.DEFAULT);
  }

  private Path backups() {
    return folder.resolve("backups");
  }

  private Path target() {
    return folder.resolve("target");
  }
}
