package dev.millrace.cli;

import dev.millrace.journal.DataDirectory;
import dev.millrace.journal.DataDirectoryException;
import dev.millrace.journal.DirectoryId;
import dev.millrace.journal.FileDisk;
import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.JournalException;
import dev.millrace.node.keep.Salvage;
import dev.millrace.node.keep.SalvageResult;
import dev.millrace.node.server.NodeConfig;
import dev.millrace.store.StoreException;
import dev.millrace.store.rocksdb.RocksConfig;
import dev.millrace.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Saves what can be read of a damaged data directory. */
@Command(
    name = "salvage",
    description = {
      "Makes a new data directory out of all that can be read of a damaged one, before and behind",
      "the damage, and says what is missing. The damaged one isn't changed. Needs no server.",
      "Tasks that were finished where it can't be read may be there again.",
      "Exits with 0 if nothing is missing, with 7 if something is or may be."
    },
    footer = "Example: millrace salvage --data /var/lib/millrace --to /var/lib/millrace-saved")
final class SalvageCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "The damaged data directory.")
  private Path damaged = Path.of("");

  @Option(
      names = "--to",
      paramLabel = "DIR",
      required = true,
      description = "The new data directory: empty, or missing with its parent in place.")
  private Path target = Path.of("");

  SalvageCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    var result = salvage();
    result.journal().remarks().forEach(remark -> invocation.note("NOTE " + remark));
    result.losses().forEach(loss -> invocation.note("MISSING " + loss));
    invocation.output().say(sentence(result), object(result));
    return (result.isComplete() ? ExitCode.OK : ExitCode.INCOMPLETE).number();
  }

  private SalvageResult salvage() {
    var random = new SecureRandom();
    var terms =
        new Salvage.Terms(
            new DirectoryId(random.nextLong(), random.nextLong()),
            NodeConfig.SLOTS,
            JournalConfig.DEFAULT);
    try {
      return Salvage.run(
          new Salvage.Place(
              FileDisk.openReadOnly(damaged),
              id -> RocksStore.openDamaged(store(damaged), id, RocksConfig.DEFAULT)),
          new Salvage.Place(
              FileDisk.open(target), id -> RocksStore.open(store(target), id, RocksConfig.DEFAULT)),
          terms);
    } catch (DataDirectoryException e) {
      throw new Failure(
          CheckCommand.exitCode(e.problem()), e.problem().name(), String.valueOf(e.getMessage()));
    } catch (JournalException | StoreException e) {
      throw new Failure(ExitCode.FAILED, "DISK", String.valueOf(e.getMessage()));
    }
  }

  private static Path store(Path data) {
    return data.resolve(DataDirectory.STORE);
  }

  private static String sentence(SalvageResult result) {
    return "%s: saved %s in %s, from %s; skipped %s"
        .formatted(
            result.isComplete() ? "complete" : "INCOMPLETE",
            Wording.counted(result.tasks(), "task"),
            Wording.counted(result.queues(), "queue"),
            Wording.counted(result.journal().entries(), "entry", "entries"),
            Wording.size(result.journal().skippedBytes()));
  }

  private static JsonObject object(SalvageResult result) {
    var journal = result.journal();
    return new JsonObject()
        .put("complete", result.isComplete())
        .put("directory", result.id().toString())
        .put("queues", result.queues())
        .put("tasks", result.tasks())
        .put("entries", journal.entries())
        .put("frames", journal.frames())
        .put("skipped_bytes", journal.skippedBytes())
        .put("gaps", journal.gaps().size())
        .put("missing_tasks", result.missingTasks())
        .put("surplus_tasks", result.surplusTasks())
        .put("changes_without_task", result.changesWithoutTask())
        .put("unreadable_entries", result.unreadableEntries())
        .put("nameless_queues", result.namelessQueues())
        .put("store_lost", !result.lostStore().isEmpty())
        .put("store_bad_places", result.badPlaces())
        .put("store_bad_rows", result.badRows());
  }
}
