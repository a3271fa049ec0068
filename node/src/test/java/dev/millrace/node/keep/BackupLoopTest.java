package dev.millrace.node.keep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueException;
import dev.millrace.store.Bytes;
import dev.millrace.store.Layer;
import dev.millrace.store.RowName;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreId;
import dev.millrace.store.rocksdb.RocksBackup;
import dev.millrace.store.rocksdb.RocksBackups;
import dev.millrace.store.rocksdb.RocksConfig;
import dev.millrace.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupLoopTest {
  @TempDir private Path folder;

  @Test
  void backupsAreMadeAndTheOldestRemoved() {
    var id = new StoreId("a", 4);
    try (var store = RocksStore.open(folder.resolve("store"), id, RocksConfig.DEFAULT);
        var loop = loop(2, directory -> store.backup(directory, 1))) {
      for (int number = 1; number <= 3; number++) {
        store.apply(
            Layer.builder()
                .ticket(0, number)
                .put(new RowName.Meta(0).key(), Bytes.of(new byte[100]))
                .build());

        var made = (Backups.Made) ask(loop);

        assertThat(made.backup().number()).isEqualTo(number);
        assertThat(made.backups()).isEqualTo(Math.min(number, 2));
        assertThat(made.directory()).isEqualTo(backups());
      }
    }
    assertThat(RocksBackups.list(backups())).extracting(RocksBackup::number).containsExactly(2, 3);
  }

  @Test
  void onlyOneIsMadeAtATime() {
    var gate = new CompletableFuture<RocksBackup>();
    try (var loop = loop(0, _ -> gate.join())) {
      var first = new CompletableFuture<Backups.Outcome>();
      loop.ask(first::complete);

      assertThat(code(ask(loop))).isEqualTo(ErrorCode.OVERLOADED);

      gate.completeExceptionally(new IllegalStateException());
      assertThat(code(first.orTimeout(20, TimeUnit.SECONDS).join())).isEqualTo(ErrorCode.INTERNAL);
    }
  }

  @Test
  void aFailureIsNamedByWhatTheCallerMayConclude() {
    assertThat(failed(StoreException.Problem.FULL)).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(failed(StoreException.Problem.NOT_OURS)).isEqualTo(ErrorCode.INVALID);
    assertThat(failed(StoreException.Problem.FAILED)).isEqualTo(ErrorCode.INTERNAL);
    try (var loop =
        loop(
            0,
            _ -> {
              throw new QueueException(new Problem(ErrorCode.STOPPING, "going down"));
            })) {
      assertThat(code(ask(loop))).isEqualTo(ErrorCode.STOPPING);
    }
  }

  private ErrorCode failed(StoreException.Problem problem) {
    try (var loop =
        loop(
            0,
            _ -> {
              throw new StoreException(problem, "no");
            })) {
      return code(ask(loop));
    }
  }

  @Test
  void aClosedLoopMakesNone() {
    var loop =
        loop(
            0,
            _ -> {
              throw new AssertionError("not asked for");
            });
    loop.close();

    assertThat(code(ask(loop))).isEqualTo(ErrorCode.STOPPING);
  }

  @Test
  void aNodeWithoutAPlaceForBackupsSaysWhatToSet() {
    var problem = ((Backups.Failed) ask(Backups.NONE)).problem();

    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID);
    assertThat(problem.message()).contains("backup-directory");
  }

  private BackupLoop loop(int keptMax, BackupLoop.Source source) {
    return new BackupLoop(new BackupConfig(backups(), keptMax), source);
  }

  private Path backups() {
    return folder.resolve("backups");
  }

  private static Backups.Outcome ask(Backups backups) {
    var outcome = new CompletableFuture<Backups.Outcome>();
    backups.ask(outcome::complete);
    return outcome.orTimeout(20, TimeUnit.SECONDS).join();
  }

  private static ErrorCode code(Backups.Outcome outcome) {
    return ((Backups.Failed) outcome).problem().code();
  }
}
