package dev.millrace.node.wire;

import dev.millrace.api.v1.BackupReply;
import dev.millrace.node.keep.Backups;

/** Backups as messages. */
final class BackupAdapter {
  private BackupAdapter() {}

  static BackupReply reply(Backups.Made made) {
    var backup = made.backup();
    return BackupReply.newBuilder()
        .setNumber(backup.number())
        .setTime(TimeAdapter.timestamp(backup.time().toEpochMilli()))
        .setSizeBytes(backup.sizeBytes())
        .setDirectory(made.directory().toString())
        .setBackups(made.backups())
        .build();
  }
}
