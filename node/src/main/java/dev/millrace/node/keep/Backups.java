package dev.millrace.node.keep;

import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import dev.millrace.store.rocksdb.RocksBackup;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Where backups of a running node are asked for. */
@FunctionalInterface
public interface Backups {
  /** Of a node that has no place for backups. */
  Backups NONE =
      to ->
          to.accept(
              new Failed(
                  new Problem(
                      ErrorCode.INVALID,
                      "this server has no backup-directory; set it and start the server again")));

  /**
   * Makes a backup of all that was acknowledged before this call. Returns at once.
   *
   * @param to is given the outcome, once, on any thread
   */
  void ask(Consumer<Outcome> to);

  /** How it went. */
  sealed interface Outcome {}

  /**
   * The backup is durable.
   *
   * @param backups that are in the directory now
   */
  record Made(RocksBackup backup, Path directory, int backups) implements Outcome {}

  /** There is no new backup. */
  record Failed(Problem problem) implements Outcome {}
}
