package dev.millrace.store.rocksdb;

import dev.millrace.store.StoreId;
import java.time.Instant;
import java.util.List;

/**
 * A backup in a directory of backups.
 *
 * @param number grows with each backup in the directory
 * @param id what the store belongs to
 * @param incarnation of the journal beside the store; a restore goes on well above it
 * @param sizeBytes of all its files; other backups may share them
 * @param tickets by slot, up to which the backup contains everything at least
 */
public record RocksBackup(
    int number, Instant time, StoreId id, long incarnation, long sizeBytes, List<Long> tickets) {
  public RocksBackup {
    tickets = List.copyOf(tickets);
  }
}
