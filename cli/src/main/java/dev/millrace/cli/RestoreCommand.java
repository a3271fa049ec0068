package dev.millrace.cli;

import dev.millrace.journal.DataDirectoryException;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.JournalException;
import dev.millrace.node.keep.Restore;
import dev.millrace.store.StoreException;
import dev.millrace.store.rocksdb.RocksBackup;
import dev.millrace.store.rocksdb.RocksBackups;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a data directory out of a backup, or lists the backups. */
@Command(
    name = "restore",
    description = {
      "Makes a data directory out of a backup that a server made. Needs no server.",
      "Every file is checked while it is copied. The new directory can be served when the command",
      "has ended with 0; a server refuses it before. What happened after the backup isn't in it."
    },
    footer = {
      "Example: millrace restore --from /backup/millrace --list",
      "Example: millrace restore --from /backup/millrace --data /var/lib/millrace"
    })
final class RestoreCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      required = true,
      description = "The directory of backups: the server's setting backup-directory.")
  private Path backups = Path.of("");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The new data directory: empty, or missing with its parent in place.")
  private @Nullable Path data;

  @Option(
      names = "--backup",
      paramLabel = "N",
      converter = NumberConverter.Positive.class,
      description = "The number of the backup. Default: the newest.")
  private @Nullable Integer number;

  @Option(names = "--list", description = "Show the backups, and restore nothing.")
  private boolean list;

  RestoreCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    if (list == (data != null)) {
      throw Failure.usage(list ? "give --data or --list, not both" : "give --data or --list");
    }
    try {
      if (data == null) {
        invocation.output().show(new BackupView(), RocksBackups.list(backups));
      } else {
        restore(data);
      }
      return ExitCode.OK.number();
    } catch (StoreException e) {
      throw new Failure(exitCode(e.problem()), e.problem().name(), message(e));
    } catch (DataDirectoryException e) {
      throw new Failure(CheckCommand.exitCode(e.problem()), e.problem().name(), message(e));
    } catch (JournalException e) {
      throw new Failure(ExitCode.FAILED, "DISK", message(e));
    }
  }

  private void restore(Path target) {
    var wanted = number == null ? OptionalInt.empty() : OptionalInt.of(number);
    var backup = Restore.run(backups, wanted, target, JournalConfig.DEFAULT);
    invocation
        .output()
        .say(
            "restored backup %d of %s; serve it with: millrace serve --data %s"
                .formatted(
                    backup.number(),
                    Wording.time(backup.time(), ZoneId.systemDefault()),
                    Spelling.printable(target.toString())),
            new JsonObject()
                .put("backup", backup.number())
                .put("time", backup.time().toString())
                .put("data", target.toString()));
  }

  private static String message(RuntimeException e) {
    return String.valueOf(e.getMessage());
  }

  private static ExitCode exitCode(StoreException.Problem problem) {
    return switch (problem) {
      case MISSING -> ExitCode.NOTHING_THERE;
      case NOT_OURS, OTHER_DIRECTORY -> ExitCode.INVALID;
      case IN_USE, FULL -> ExitCode.TRY_LATER;
      case NEWER_FORMAT, DAMAGED, FAILED, CLOSED -> ExitCode.FAILED;
    };
  }

  /** Shows backups. */
  private static final class BackupView implements View<RocksBackup> {
    @Override
    public List<Column<RocksBackup>> columns() {
      return List.of(
          Column.number("backup", backup -> Wording.count(backup.number())),
          Column.text("time", backup -> Wording.time(backup.time(), ZoneId.systemDefault())),
          Column.number("size", backup -> Wording.size(backup.sizeBytes())),
          Column.text("directory", backup -> backup.id().directory()));
    }

    @Override
    public void write(RocksBackup backup, JsonObject json) {
      json.put("backup", backup.number())
          .put("time", backup.time().toString())
          .put("size_bytes", backup.sizeBytes())
          .put("directory", backup.id().directory());
    }
  }
}
