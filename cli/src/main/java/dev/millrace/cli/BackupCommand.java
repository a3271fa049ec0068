package dev.millrace.cli;

import dev.millrace.api.v1.BackupRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Asks a server for a backup. */
@Command(
    name = "backup",
    description = {
      "Adds a backup of all that the server has acknowledged to the directory that its setting",
      "backup-directory names. Only what changed since the last backup is copied, and the server",
      "goes on meanwhile. `millrace restore` makes a data directory out of a backup."
    },
    footer = "Example: millrace backup")
final class BackupCommand implements Callable<Integer> {
  /** Copying a large store takes its time. */
  private static final Duration TIME_MAX = Duration.ofDays(1);

  private final Invocation invocation;

  BackupCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    try (var connection = invocation.connect()) {
      var request = BackupRequest.getDefaultInstance();
      var reply = connection.change(TIME_MAX, stub -> stub.backup(request));
      var time = Instant.ofEpochSecond(reply.getTime().getSeconds());
      invocation
          .output()
          .say(
              "backup %d of %s in %s: %s; %s there"
                  .formatted(
                      reply.getNumber(),
                      Wording.time(time, ZoneId.systemDefault()),
                      Spelling.printable(reply.getDirectory()),
                      Wording.size(reply.getSizeBytes()),
                      Wording.counted(reply.getBackups(), "backup")),
              new JsonObject()
                  .put("backup", reply.getNumber())
                  .put("time", time.toString())
                  .put("directory", reply.getDirectory())
                  .put("size_bytes", reply.getSizeBytes())
                  .put("backups", reply.getBackups()));
    }
    return ExitCode.OK.number();
  }
}
