package dev.millrace.store.rocksdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import dev.millrace.store.StoreId;
import dev.millrace.store.StoreMarker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private static final String TICKETS = "tickets=";

  private RocksBackups() {}

  /** Adds a backup of an open database, with everything that was applied before this call. */
  static RocksBackup create(RocksDB db, StoreId id, Path target, long[] tickets) {
    makeDirectory(target);
    return withEngine(
        target,
        engine -> {
          for (var earlier : engine.getBackupInfo()) {
            new StoreMarker(describe(earlier).id()).checkBelongsTo(id, target.toString());
          }
          engine.createNewBackupWithMetadata(db, metadata(id, tickets), true);
          return describe(engine.getBackupInfo().getLast());
        });
  }

  /** All backups in a directory, the oldest first. */
  public static List<RocksBackup> list(Path backups) {
    requireDirectory(backups);
    return withEngine(
        backups, engine -> engine.getBackupInfo().stream().map(RocksBackups::describe).toList());
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
    var backup =
        list(backups).stream()
            .filter(candidate -> candidate.number() == number)
            .findFirst()
            .orElseThrow(
                () ->
                    new StoreException(
                        Problem.MISSING, "%s has no backup %d".formatted(backups, number)));
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

  /** The marker of the store, then a line with the tickets. */
  private static String metadata(StoreId id, long[] tickets) {
    var list = Arrays.stream(tickets).mapToObj(String::valueOf).collect(Collectors.joining(","));
    return new String(new StoreMarker(id).encode(), US_ASCII) + TICKETS + list + "\n";
  }

  private static RocksBackup describe(BackupInfo info) {
    var text = info.appMetadata();
    int split = text == null ? -1 : text.lastIndexOf(TICKETS);
    if (split < 0) {
      throw new StoreException(
          Problem.NOT_OURS, "backup %d isn't one of Millrace".formatted(info.backupId()));
    }
    var marker = StoreMarker.decode(text.substring(0, split).getBytes(US_ASCII), "a backup");
    var tickets = text.substring(split + TICKETS.length()).strip().split(",");
    return new RocksBackup(
        info.backupId(),
        Instant.ofEpochSecond(info.timestamp()),
        marker.id(),
        info.size(),
        Stream.of(tickets).map(Long::valueOf).toList());
  }
}
