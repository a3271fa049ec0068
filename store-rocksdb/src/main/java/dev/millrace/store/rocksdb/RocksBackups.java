package dev.millrace.store.rocksdb;

import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import dev.millrace.store.StoreMarker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.rocksdb.BackupEngine;
import org.rocksdb.BackupEngineOptions;
import org.rocksdb.BackupInfo;
import org.rocksdb.Env;
import org.rocksdb.RestoreOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Directories of backups: files that didn't change between two backups are there once. One process
 * at a time may work on a directory.
 */
public final class RocksBackups {
  private RocksBackups() {}

  /** Adds a backup of an open database, with everything that was applied before this call. */
  static RocksBackup create(RocksDB db, BackupDescription description, Path target) {
    makeDirectory(target);
    return withEngine(
        target,
        engine -> {
          for (var earlier : engine.getBackupInfo()) {
            new StoreMarker(describe(earlier).id())
                .checkBelongsTo(description.id(), target.toString());
          }
          engine.createNewBackupWithMetadata(db, description.encode(), true);
          return describe(engine.getBackupInfo().getLast());
        });
  }

  /** All backups in a directory, the oldest first. */
  public static List<RocksBackup> list(Path backups) {
    requireDirectory(backups);
    return withEngine(
        backups, engine -> engine.getBackupInfo().stream().map(RocksBackups::describe).toList());
  }

  /**
   * The backup with a number.
   *
   * @throws StoreException {@link Problem#MISSING} if there is none
   */
  public static RocksBackup find(Path backups, int number) {
    return list(backups).stream()
        .filter(candidate -> candidate.number() == number)
        .findFirst()
        .orElseThrow(
            () ->
                new StoreException(
                    Problem.MISSING, "%s has no backup %d".formatted(backups, number)));
  }

  /** Removes the oldest backups, and what no other shares with them. */
  public static void keepNewest(Path backups, int count) {
    requireDirectory(backups);
    withEngine(
        backups,
        engine -> {
          engine.purgeOldBackups(count);
          engine.garbageCollect();
          return count;
        });
  }

  /**
   * Makes a store out of a backup, which is checked against its checksums.
   *
   * @param target empty or missing
   */
  public static void restore(Path backups, int number, Path target) {
    var backup = find(backups, number);
    try (var directory = StoreDirectory.open(target, backup.id())) {
      if (!directory.isNew()) {
        throw new StoreException(Problem.NOT_OURS, target + " holds a store already");
      }
      withEngine(
          backups,
          engine -> {
            try (var options = new RestoreOptions(false)) {
              var rows = directory.rows().toString();
              engine.restoreDbFromBackup(number, rows, rows, options);
            }
            return number;
          });
      directory.finish();
    }
  }

  private interface Work<T> {
    T with(BackupEngine engine) throws RocksDBException;
  }

  private static <T> T withEngine(Path backups, Work<T> work) {
    RocksLibrary.load();
    try (var options =
            new BackupEngineOptions(backups.toString())
                .setShareTableFiles(true)
                .setShareFilesWithChecksum(true)
                .setSync(true)
                .setMaxBackgroundOperations(1);
        var engine = BackupEngine.open(Env.getDefault(), options)) {
      return work.with(engine);
    } catch (RocksDBException e) {
      throw RocksFailure.of("use the backups in " + backups, e);
    }
  }

  private static void makeDirectory(Path backups) {
    try {
      Files.createDirectories(backups, StoreDirectory.OWNER_ONLY);
      try (var files = Files.list(backups)) {
        var names = files.map(file -> String.valueOf(file.getFileName())).toList();
        if (!names.isEmpty() && !names.contains("meta")) {
          throw new StoreException(Problem.NOT_OURS, backups + " holds something else");
        }
      }
    } catch (IOException e) {
      throw StoreDirectory.failed("make " + backups, e);
    }
  }

  /** Opening the engine would make a directory. */
  private static void requireDirectory(Path backups) {
    if (!Files.isDirectory(backups.resolve("meta"))) {
      throw new StoreException(Problem.MISSING, "there are no backups in " + backups);
    }
  }

  private static RocksBackup describe(BackupInfo info) {
    var text = info.appMetadata();
    var description = BackupDescription.decode(text == null ? "" : text, info.backupId());
    return new RocksBackup(
        info.backupId(),
        Instant.ofEpochSecond(info.timestamp()),
        description.id(),
        description.incarnation(),
        info.size(),
        description.tickets());
  }
}
