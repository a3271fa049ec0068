package dev.millrace.node;

import dev.millrace.journal.JournalConfig;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.stages.BatchHandler;
import dev.millrace.stages.Observation;
import dev.millrace.stages.QueueStage;
import dev.millrace.stages.StageConfig;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares the journal's next segments on a thread of its own, away from the path of a command.
 * While the disk is full it looks once a second whether there is room again.
 */
final class UpkeepLoop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(UpkeepLoop.class);

  private static final long FULL_RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final SegmentJournal journal;
  private final JournalConfig config;
  private final QueueStage<Request> stage;
  private volatile boolean full;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long begun;
  private long finished;
  private boolean failed;

  /** Asks for a look; one that waits stands for all. */
  private record Request() {}

  UpkeepLoop(SegmentJournal journal, JournalConfig config, PathLife life) {
    this.journal = journal;
    this.config = config;
    this.stage =
        QueueStage.start(
            new StageConfig("upkeep", 1, 1),
            new Handler(),
            (cause, _) -> {
              end();
              life.fail(cause);
            });
  }

  Observation observe() {
    return stage.observe();
  }

  /** Lets spares be made if some are missing; while the disk is full the loop looks by itself. */
  void requestIfNeeded() {
    if (!full && sparesMissing()) {
      request();
    }
  }

  void request() {
    // Refused when one waits already, which will do.
    var _ = stage.offer(new Request());
  }

  private boolean sparesMissing() {
    return journal.status().spareSegments() < config.spareSegments();
  }

  /**
   * Waits until the loop has tried to make a spare; false when none is missing, or the loop has
   * ended.
   */
  boolean awaitSpare() {
    if (!sparesMissing()) {
      return false;
    }
    lock.lock();
    try {
      long mine = begun + 1;
      request();
      while (finished < mine && !failed) {
        changed.awaitUninterruptibly();
      }
      return !failed;
    } finally {
      lock.unlock();
    }
  }

  /** Returns when the work at hand is done. */
  @Override
  public void close() {
    stage.close();
    end();
  }

  private void end() {
    lock.lock();
    try {
      failed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private final class Handler implements BatchHandler<Request> {
    @Override
    public void handle(List<Request> batch) {
      boolean more = true;
      while (more) {
        count(true);
        more = journal.maintain();
        count(false);
      }
      noteFull(journal.status().full());
    }

    private void count(boolean begins) {
      lock.lock();
      try {
        if (begins) {
          begun++;
        } else {
          finished = begun;
          changed.signalAll();
        }
      } finally {
        lock.unlock();
      }
    }

    private void noteFull(boolean nowFull) {
      if (nowFull && !full) {
        log.warn(
            "Disk is full: enqueues are refused until there is room, completions go on:"
                + " usableBytes={}",
            journal.status().usableBytes());
      } else if (!nowFull && full) {
        log.info("Disk has room again: usableBytes={}", journal.status().usableBytes());
      }
      full = nowFull;
    }

    @Override
    public long nextWakeNanos() {
      return full ? System.nanoTime() + FULL_RETRY_NANOS : NEVER;
    }
  }
}
