package dev.millrace.node.keep;

import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueException;
import dev.millrace.store.StoreException;
import dev.millrace.store.rocksdb.RocksBackup;
import dev.millrace.store.rocksdb.RocksBackups;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes backups of a running node, one at a time, each on a thread of its own. */
public final class BackupLoop implements Backups, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(BackupLoop.class);

  /** What is backed up. */
  @FunctionalInterface
  public interface Source {
    /**
     * Lets the store take over all that was acknowledged before this call, then adds a backup of it
     * to the directory. Blocks; called by one thread at a time.
     *
     * @throws QueueException if the store can't take it over, as when the node is going down
     * @throws StoreException if the backup fails
     */
    RocksBackup backUp(Path directory);
  }

  private final BackupConfig config;
  private final Source source;

  // Guarded by this.
  private @Nullable Thread running;
  private boolean closed;

  public BackupLoop(BackupConfig config, Source source) {
    this.config = config;
    this.source = source;
  }

  @Override
  public void ask(Consumer<Outcome> to) {
    Problem refusal = tryToStart(to);
    if (refusal != null) {
      to.accept(new Failed(refusal));
    }
  }

  private synchronized @Nullable Problem tryToStart(Consumer<Outcome> to) {
    if (closed) {
      return new Problem(ErrorCode.STOPPING, "the server is going down");
    }
    if (running != null) {
      return new Problem(ErrorCode.OVERLOADED, "a backup is being made already");
    }
    running = Thread.ofPlatform().name("backup").start(() -> run(to));
    return null;
  }

  private void run(Consumer<Outcome> to) {
    Outcome outcome = backUp();
    synchronized (this) {
      running = null; // before the answer: who has it may ask for the next one
    }
    to.accept(outcome);
  }

  private Outcome backUp() {
    try {
      RocksBackup backup = source.backUp(config.directory());
      if (config.keptMax() > 0) {
        RocksBackups.keepNewest(config.directory(), config.keptMax());
      }
      int count = RocksBackups.list(config.directory()).size();
      return new Made(backup, config.directory(), count);
    } catch (QueueException e) {
      return new Failed(e.problem());
    } catch (StoreException e) {
      log.warn("Backup failed directory={} cause={}", config.directory(), e.getMessage());
      return new Failed(new Problem(code(e.problem()), "no backup: " + e.getMessage()));
    } catch (RuntimeException | Error e) {
      log.error("Backup failed by a defect directory={}", config.directory(), e);
      return new Failed(new Problem(ErrorCode.INTERNAL, "a defect; the server's log has more"));
    }
  }

  private static ErrorCode code(StoreException.Problem problem) {
    return switch (problem) {
      case FULL -> ErrorCode.DISK_FULL;
      case NOT_OURS, OTHER_DIRECTORY, NEWER_FORMAT -> ErrorCode.INVALID;
      case CLOSED -> ErrorCode.STOPPING;
      case IN_USE -> ErrorCode.OVERLOADED;
      case MISSING, DAMAGED, FAILED -> ErrorCode.INTERNAL;
    };
  }

  /** Takes no more, and waits for the backup that is being made. */
  @Override
  public void close() {
    Thread last;
    synchronized (this) {
      closed = true;
      last = running;
    }
    if (last != null) {
      try {
        last.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
