package dev.millrace.store.rocksdb;

import static dev.millrace.store.Rows.deletes;
import static dev.millrace.store.Rows.everything;
import static dev.millrace.store.Rows.pids;
import static dev.millrace.store.Rows.puts;
import static dev.millrace.store.rocksdb.RocksUnderTest.ID;
import static dev.millrace.store.rocksdb.RocksUnderTest.SMALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.store.Bytes;
import dev.millrace.store.Layer;
import dev.millrace.store.Row;
import dev.millrace.store.Rows;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import dev.millrace.store.StoreId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksBackupTest {
  @TempDir private Path parent;
  private Path source;
  private Path backups;
  private Path target;

  @BeforeEach
  void nameDirectories() {
    source = parent.resolve("source");
    backups = parent.resolve("backups");
    target = parent.resolve("target");
  }

  @Test
  void aBackupHasWhatWasAppliedBefore() {
    try (var store = open(source)) {
      store.apply(puts(1, "a", "b"));
      store.flush();
      store.apply(deletes(2, "a"));

      var backup = store.backup(backups, 7);
      store.apply(puts(3, "c"));

      assertThat(backup.tickets()).containsExactly(2L, 0L, 0L, 0L);
      assertThat(backup.incarnation()).isEqualTo(7);
      assertThat(RocksBackups.list(backups)).containsExactly(backup);
    }

    RocksBackups.restore(backups, 1, target);

    try (var restored = open(target)) {
      assertThat(pids(restored)).containsExactly("b");
      assertThat(restored.appliedTicket(0)).isEqualTo(2);
    }
  }

  @Test
  void anEarlierBackupCanBeRestored() {
    try (var store = open(source)) {
      store.apply(puts(1, "a"));
      store.backup(backups, 7);
      store.apply(puts(2, "b"));
      store.backup(backups, 7);
    }

    RocksBackups.restore(backups, 1, target);

    try (var restored = open(target)) {
      assertThat(pids(restored)).containsExactly("a");
    }
  }

  @Test
  void aSecondBackupCopiesOnlyWhatIsNew() throws IOException {
    try (var store = open(source)) {
      store.apply(Layer.builder().ticket(0, 1).put(Rows.task("big"), noise(4 << 20)).build());
      store.backup(backups, 7);
      long first = sizeOf(backups);

      store.apply(puts(2, "small"));
      store.backup(backups, 7);

      assertThat(first).isGreaterThan(4 << 20);
      assertThat(sizeOf(backups) - first).isLessThan(1 << 20);
    }
  }

  @Test
  void oldBackupsAreRemoved() {
    try (var store = open(source)) {
      for (int ticket = 1; ticket <= 4; ticket++) {
        store.apply(puts(ticket, "" + ticket));
        store.backup(backups, 7);
      }
    }

    RocksBackups.keepNewest(backups, 2);

    assertThat(RocksBackups.list(backups)).extracting(RocksBackup::number).containsExactly(3, 4);
    assertProblem(Problem.MISSING, () -> RocksBackups.restore(backups, 1, target));
  }

  @Test
  void aBackupOfABusyStoreIsOneOfItsStates() throws Exception {
    Map<Long, List<Row>> states = new HashMap<>();
    try (var store = open(source);
        var threads = Executors.newFixedThreadPool(1)) {
      var backup =
          threads.submit(
              () -> {
                for (int i = 0; i < 3; i++) {
                  store.backup(backups, 7);
                }
              });
      for (long ticket = 1; ticket <= 200 || !backup.isDone(); ticket++) {
        store.apply(
            Layer.builder()
                .ticket(0, ticket)
                .delete(Rows.task("" + (ticket - 7)))
                .put(Rows.task("" + ticket), noise(2_000))
                .put(Rows.task("same"), Rows.value("" + ticket))
                .build());
        states.put(ticket, everything(store));
      }
      backup.get();
    }

    for (var backup : RocksBackups.list(backups)) {
      var restoredTo = target.resolveSibling("target" + backup.number());
      RocksBackups.restore(backups, backup.number(), restoredTo);
      try (var restored = open(restoredTo)) {
        long ticket = restored.appliedTicket(0);
        assertThat(ticket).isGreaterThanOrEqualTo(backup.tickets().getFirst());
        assertThat(everything(restored)).isEqualTo(states.getOrDefault(ticket, List.of()));
      }
    }
  }

  @Test
  void aDamagedBackupIsNotRestored() throws IOException {
    try (var store = open(source)) {
      store.apply(puts(1, "a"));
      store.backup(backups, 7);
    }
    flipBitInLargestFile();

    assertProblem(Problem.DAMAGED, () -> RocksBackups.restore(backups, 1, target));
    assertProblem(Problem.DAMAGED, () -> RocksBackups.restore(backups, 1, target));
    assertThat(target.resolve("store.properties")).doesNotExist();
  }

  private void flipBitInLargestFile() throws IOException {
    try (var files = Files.walk(backups)) {
      var table = files.filter(file -> file.toString().endsWith(".sst")).findFirst().orElseThrow();
      var bytes = Files.readAllBytes(table);
      bytes[20] ^= 1;
      Files.write(table, bytes);
    }
  }

  @Test
  void aStoreIsNotOverwritten() {
    try (var store = open(source)) {
      store.apply(puts(1, "a"));
      store.backup(backups, 7);
    }

    assertProblem(Problem.NOT_OURS, () -> RocksBackups.restore(backups, 1, source));
  }

  @Test
  void backupsOfTwoStoresAreNotMixed() {
    try (var store = open(source)) {
      store.backup(backups, 7);
    }
    try (var other = RocksStore.open(target, new StoreId("other", ID.slots()), SMALL)) {
      assertProblem(Problem.OTHER_DIRECTORY, () -> other.backup(backups, 7));
    }
  }

  @Test
  void aDirectoryWithOtherThingsIsLeftAlone() throws IOException {
    Files.createDirectory(backups);
    Files.writeString(backups.resolve("letter.txt"), "Dear Jim");

    try (var store = open(source)) {
      assertProblem(Problem.NOT_OURS, () -> store.backup(backups, 7));
    }
    assertProblem(Problem.MISSING, () -> RocksBackups.list(backups));
  }

  private static RocksStore open(Path directory) {
    return RocksStore.open(directory, ID, SMALL);
  }

  private static Bytes noise(int bytes) {
    var noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return Bytes.of(noise);
  }

  private static long sizeOf(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static void assertProblem(Problem problem, Runnable call) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(call::run)
        .extracting(StoreException::problem)
        .isEqualTo(problem);
  }
}
