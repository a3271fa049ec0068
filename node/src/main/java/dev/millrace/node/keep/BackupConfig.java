package dev.millrace.node.keep;

import java.nio.file.Path;

/**
 * Where backups of a node go.
 *
 * @param directory made if it is missing; for the backups of one data directory only. On another
 *     disk than the data, or it is lost with it.
 * @param keptMax after a backup the oldest ones beyond this number are removed; 0 keeps all
 */
public record BackupConfig(Path directory, int keptMax) {
  public BackupConfig {
    if (keptMax < 0) {
      throw new IllegalArgumentException("backups-max is negative");
    }
  }
}
