package dev.millrace.node;

import dev.millrace.journal.SegmentJournal;
import dev.millrace.node.CheckpointLoop.Event.Barrier;
import dev.millrace.node.CheckpointLoop.Event.Durable;
import dev.millrace.node.CheckpointLoop.Event.Look;
import dev.millrace.node.ExecuteEvent.FreezeOldest;
import dev.millrace.node.ExecuteEvent.Taken;
import dev.millrace.queue.FrozenLayer;
import dev.millrace.stages.BatchHandler;
import dev.millrace.stages.Observation;
import dev.millrace.stages.QueueStage;
import dev.millrace.stages.StageConfig;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the {@link Checkpoint} on a thread of its own, the only one that writes to the store, behind
 * all others that want the processor. While the disk is full it tries again once a second.
 */
final class CheckpointLoop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CheckpointLoop.class);

  /** {@link Freezing} lets far fewer layers wait. */
  private static final int QUEUE_MAX = 1 << 14;

  private static final long FULL_RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Checkpoint checkpoint;
  private final SegmentJournal journal;
  private final UpkeepLoop upkeep;
  private final UrgentEvents urgent;
  private final PathLife life;

  /** Who waits until all that came before is flushed. */
  private final List<Barrier> barriers = new ArrayList<>();

  private boolean full;
  private volatile int segmentsSeen;
  private final QueueStage<Event> stage;

  /** What the loop is told. */
  sealed interface Event {
    /** The journal is durable up to the ticket of a layer. */
    record Durable(FrozenLayer layer) implements Event {}

    /** Flush all that came before. */
    record Barrier(CompletableFuture<Void> flushed) implements Event {}

    /** Look whether there is something to do. */
    record Look() implements Event {}
  }

  CheckpointLoop(
      Checkpoint checkpoint,
      SegmentJournal journal,
      UpkeepLoop upkeep,
      UrgentEvents urgent,
      PathLife life) {
    this.checkpoint = checkpoint;
    this.journal = journal;
    this.upkeep = upkeep;
    this.urgent = urgent;
    this.life = life;
    this.segmentsSeen = journal.status().segments();
    this.stage =
        QueueStage.start(
            new StageConfig("checkpoint", QUEUE_MAX, QUEUE_MAX), new Handler(), this::failed);
  }

  private void failed(Throwable cause, List<Event> unhandled) {
    life.fail(cause);
    unhandled.forEach(CheckpointLoop::refuse);
    barriers.forEach(barrier -> barrier.flushed().completeExceptionally(cause));
  }

  /** Takes a layer that the journal has, or someone who waits for a flush. */
  void put(Event event) {
    if (!stage.put(event).isAccepted()) {
      refuse(event);
    }
  }

  /** Lets an event be, which only matters to someone who waits. */
  private static void refuse(Event event) {
    if (event instanceof Barrier(var flushed)) {
      flushed.completeExceptionally(new IllegalStateException("the server is going down"));
    }
  }

  /** Lets the loop look at the journal if it has become longer. */
  void lookIfLonger() {
    int segments = journal.status().segments();
    if (segments != segmentsSeen) {
      segmentsSeen = segments;
      // Refused when much waits, which will be handled.
      var _ = stage.offer(new Look());
    }
  }

  Observation observe() {
    return stage.observe();
  }

  /** Applies and flushes all that there is, unless the disk is full or the path has failed. */
  @Override
  public void close() {
    stage.close();
    if (life.hasFailed()) {
      return;
    }
    try {
      while (checkpoint.waiting() > 0) {
        var _ = checkpoint.applyNext(System.nanoTime());
      }
      flush();
      passBarriers();
    } catch (StoreException e) {
      // The journal has it.
      log.warn("Left changes to the next start: the store can't take them", e);
    }
  }

  private void flush() {
    checkpoint.flush(journal);
    upkeep.request();
  }

  private void passBarriers() {
    barriers.forEach(barrier -> barrier.flushed().complete(null));
    barriers.clear();
  }

  private final class Handler implements BatchHandler<Event> {
    private boolean yields;

    @Override
    public void handle(List<Event> batch) {
      if (!yields) {
        // Calls go first: what makes the backlog longer is held when this falls behind.
        BackgroundThread.yieldToOthers();
        yields = true;
      }
      for (Event event : batch) {
        switch (event) {
          case Durable(var layer) -> checkpoint.add(layer);
          case Barrier barrier -> barriers.add(barrier);
          case Look() -> {}
        }
      }
      try {
        work();
        noteFull(false);
      } catch (StoreException e) {
        if (e.problem() != Problem.FULL) {
          throw e;
        }
        noteFull(true);
      }
    }

    private void work() {
      while (checkpoint.waiting() > 0) {
        urgent.add(new Taken(checkpoint.applyNext(System.nanoTime())));
        if (checkpoint.isFlushDue()) {
          flush();
        }
      }
      if (!barriers.isEmpty() || checkpoint.isFlushDue(journal.status(), System.nanoTime())) {
        flush();
        passBarriers();
      }
      if (checkpoint.asksForOldest(journal.status(), System.nanoTime())) {
        urgent.add(new FreezeOldest(checkpoint.sealedBytes(journal.status())));
      }
      if (checkpoint.isReaping()) {
        checkpoint.reapSome();
      }
    }

    private void noteFull(boolean nowFull) {
      if (nowFull && !full) {
        log.warn(
            "Store is full: changes wait in memory, and what makes queues longer is refused when"
                + " too many do: layers={}",
            checkpoint.waiting());
      } else if (!nowFull && full) {
        log.info("Store has room again");
      }
      full = nowFull;
    }

    @Override
    public long nextWakeNanos() {
      long now = System.nanoTime();
      if (full) {
        return now + FULL_RETRY_NANOS;
      }
      if (checkpoint.isReaping()) {
        return now;
      }
      return checkpoint.hasUnflushed() ? checkpoint.flushNanos() : NEVER;
    }
  }
}
