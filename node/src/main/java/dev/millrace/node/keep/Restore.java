package dev.millrace.node.keep;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.FileDisk;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.JournalStart;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.queue.Ticket;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import dev.millrace.store.rocksdb.RocksBackup;
import dev.millrace.store.rocksdb.RocksBackups;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * Makes a data directory out of a backup: its store, and a journal that begins behind all that the
 * lost one may have given.
 */
public final class Restore {

  private Restore() {}

  /**
   * Restores a backup.
   *
   * @param number of the backup; the newest if there is none
   * @param target empty, or missing with its parent in place
   * @return what was restored
   * @throws StoreException if there is no such backup, or it can't be read
   * @throws dev.millrace.journal.JournalException if the target can't be used
   */
  public static RocksBackup run(
      Path backups, OptionalInt number, Path target, JournalConfig config) {
    var backup = find(backups, number);
    var disk = FileDisk.open(target);
    var start = new JournalStart(reached(backup) + Timeline.INCARNATIONS_AHEAD, true);
    var id = DirectoryId.parse(backup.id().directory());
    try (var directory = DataDirectory.make(disk, backup.id().slots(), id, start)) {
      RocksBackups.restore(backups, backup.number(), target.resolve(DataDirectory.STORE));
      SegmentJournal.open(directory, config, (_, _) -> {}).close();
      directory.complete();
    }
    return backup;
  }

  private static RocksBackup find(Path backups, OptionalInt number) {
    if (number.isPresent()) {
      return RocksBackups.find(backups, number.getAsInt());
    }
    var all = RocksBackups.list(backups);
    if (all.isEmpty()) {
      throw new StoreException(Problem.MISSING, "there are no backups in " + backups);
    }
    return all.getLast();
  }

  private static long reached(RocksBackup backup) {
    return backup.tickets().stream()
        .mapToLong(Ticket::epochOf)
        .reduce(backup.incarnation(), Math::max);
  }
}
