package dev.millrace.node;

import dev.millrace.stages.BatchHandler;
import dev.millrace.stages.QueueStage;
import dev.millrace.stages.StageConfig;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Syncs what was written and nobody waits for, on a thread of its own and not all the time: callers
 * to whom it is enough that the operating system has their changes don't wait for the disk.
 */
final class SyncLoop implements AutoCloseable {
  /** From one sync to the next. What comes first after a longer pause is synced at once. */
  static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Runnable sync;
  private final AtomicBoolean requested = new AtomicBoolean();
  private final QueueStage<Void> stage;

  /**
   * @param sync makes all durable that is written
   * @param onFailure told when that fails, which ends the loop
   */
  SyncLoop(Runnable sync, Runnable onFailure) {
    this.sync = sync;
    this.stage =
        QueueStage.start(new StageConfig("sync", 1, 1), new Handler(), (_, _) -> onFailure.run());
  }

  /** Something was written. */
  void request() {
    if (requested.compareAndSet(false, true)) {
      var _ = stage.wake();
    }
  }

  /** Returns when the loop has ended; what was written last may not be synced. */
  @Override
  public void close() {
    stage.close();
  }

  private final class Handler implements BatchHandler<Void> {
    private long nextNanos = System.nanoTime();

    @Override
    public void handle(List<Void> batch) {
      long now = System.nanoTime();
      if (now - nextNanos >= 0) {
        nextNanos = now + PAUSE_NANOS;
        // Before the sync, so that what is written during it is asked for again.
        requested.set(false);
        sync.run();
      }
    }

    @Override
    public long nextWakeNanos() {
      return requested.get() ? nextNanos : NEVER;
    }
  }
}
