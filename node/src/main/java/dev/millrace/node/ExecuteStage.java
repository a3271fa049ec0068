package dev.millrace.node;

import dev.millrace.node.CheckpointLoop.Event.Barrier;
import dev.millrace.node.ExecuteEvent.FreezeAll;
import dev.millrace.node.ExecuteEvent.FreezeOldest;
import dev.millrace.node.ExecuteEvent.Gone;
import dev.millrace.node.ExecuteEvent.Read;
import dev.millrace.node.ExecuteEvent.Submitted;
import dev.millrace.node.ExecuteEvent.Taken;
import dev.millrace.node.ExecuteEvent.Wake;
import dev.millrace.node.PathState.Failed;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import dev.millrace.stages.Admission;
import dev.millrace.stages.Admission.Reason;
import dev.millrace.stages.Admission.Refused;
import dev.millrace.stages.BatchHandler;
import dev.millrace.stages.Observation;
import dev.millrace.stages.QueueStage;
import dev.millrace.stages.StageConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The stage that executes calls, in batches, on all slots. When there is nothing to do it sleeps
 * until the next deadline.
 *
 * <p>Callers that have gone, what they give back, and what comes from the store don't queue behind
 * the calls: they make work smaller.
 */
final class ExecuteStage {
  private static final int EVENTS_PER_BATCH = 1000;

  /**
   * Steps after which a batch is handed on, so that the disk doesn't wait for the end of a long
   * one.
   */
  private static final long BATCH_BYTES = 1 << 20;

  /** How often one who waits for the store looks whether the path has failed. */
  private static final Duration LOOK_TIME = Duration.ofMillis(100);

  private final Execution execution;
  private final UrgentEvents urgent;
  private final LoadStage load;
  private final JournalStage journal;
  private final CheckpointLoop checkpoint;
  private final PathConfig config;
  private final NodeClock clock;
  private final PathLife life;

  private volatile boolean ended;
  private final AtomicBoolean wakeRequested = new AtomicBoolean();
  private final AtomicLong queuedBytes = new AtomicLong();
  private final QueueStage<ExecuteEvent> stage;

  ExecuteStage(
      Execution execution,
      UrgentEvents urgent,
      LoadStage load,
      JournalStage journal,
      CheckpointLoop checkpoint,
      PathConfig config,
      NodeClock clock,
      PathLife life) {
    this.execution = execution;
    this.urgent = urgent;
    this.load = load;
    this.journal = journal;
    this.checkpoint = checkpoint;
    this.config = config;
    this.clock = clock;
    this.life = life;
    this.stage =
        QueueStage.start(
            new StageConfig("execute", config.executeQueueMax(), EVENTS_PER_BATCH),
            new Handler(),
            this::failed);
    urgent.connect(this::wakeForUrgent);
    // Recovery may have left something to ask the store for.
    var _ = wake();
  }

  private void failed(Throwable cause, List<ExecuteEvent> unhandled) {
    life.fail(cause);
    unhandled.forEach(this::refuse);
    end();
    execution.failAll(life.state().refusal());
  }

  /** Takes a call, unless too much waits. */
  Admission offer(Submitted submitted) {
    if (queuedBytes.addAndGet(submitted.bytes()) > config.executeQueueBytesMax()) {
      queuedBytes.addAndGet(-submitted.bytes());
      return new Refused(Reason.FULL, Duration.ZERO);
    }
    Admission admission = stage.offer(submitted);
    if (!admission.isAccepted()) {
      queuedBytes.addAndGet(-submitted.bytes());
    }
    return admission;
  }

  private void wakeForUrgent() {
    // Between the end of its thread and the end of everything, drain() looks by itself.
    if (!wake() && ended) {
      refuseUrgent();
    }
  }

  /** Lets the stage look for something to do; false when it is closed. */
  boolean wake() {
    if (!wakeRequested.compareAndSet(false, true)) {
      return true;
    }
    // A full queue will be handled, which is as good.
    return !(stage.offer(new Wake()) instanceof Refused(Reason reason, _)
        && reason == Reason.CLOSED);
  }

  /**
   * Executes what was accepted, ends all waits, freezes all slots, and returns when all that is
   * handed on.
   */
  void drain() {
    stage.close();
    if (!life.hasFailed()) {
      runUrgent(clock.nowMillis(), clock.nowNanos());
      execution.cancelAll(clock.nowMillis());
      handOver();
      finishParked();
      execution.freezeAll(clock.nowMillis());
      handOver();
    }
    end();
    execution.failAll(life.state().refusal());
  }

  /** Waits for what the store is asked, and executes what waits for it. */
  private void finishParked() {
    while (execution.parked() > 0 && !life.hasFailed()) {
      ExecuteEvent event = urgent.await(LOOK_TIME);
      if (event != null) {
        run(event, clock.nowMillis(), clock.nowNanos());
        // A lease that was parked may now wait for a task.
        execution.cancelAll(clock.nowMillis());
        handOver();
      }
    }
  }

  private void end() {
    ended = true;
    refuseUrgent();
  }

  Observation observe() {
    return stage.observe();
  }

  private void runUrgent(long nowMillis, long nowNanos) {
    for (ExecuteEvent event = urgent.poll(); event != null; event = urgent.poll()) {
      run(event, nowMillis, nowNanos);
    }
  }

  private void run(ExecuteEvent event, long nowMillis, long nowNanos) {
    switch (event) {
      case Submitted(var call, _, var caller) when caller.hasGone() ->
          call.fail(
              new Problem(
                  ErrorCode.DEADLINE_PASSED, "the caller went before its call was executed"));
      case Submitted(var call, _, _) -> execution.execute(call, nowMillis, nowNanos);
      case Gone(long caller) -> execution.cancel(caller, nowMillis);
      case Read read -> {
        load.taken(read);
        var _ = execution.supply(read.answered(), nowMillis);
      }
      case Taken(var applied) -> execution.applied(applied);
      case FreezeOldest(long journalBytes) -> execution.freezeOldest(journalBytes, nowMillis);
      case FreezeAll(var flushed) -> {
        execution.freezeAll(nowMillis);
        execution.follow(() -> checkpoint.put(new Barrier(flushed)), nowMillis);
      }
      case Wake() -> {}
    }
    if (execution.batchBytes() >= BATCH_BYTES) {
      // A layer must not become much larger than a slot wants it to be.
      execution.freezeDue(nowMillis);
      handOver();
    }
  }

  private void handOver() {
    execution.takeAsked().forEach(load::put);
    Batch batch = execution.takeBatch();
    if (!batch.isEmpty() && !journal.put(batch)) {
      batch.fail(Failed.PROBLEM);
      throw new IllegalStateException("the journal stage has failed");
    }
  }

  private void refuseUrgent() {
    for (ExecuteEvent event = urgent.poll(); event != null; event = urgent.poll()) {
      refuse(event);
    }
  }

  private void refuse(ExecuteEvent event) {
    switch (event) {
      case Submitted submitted -> submitted.call().fail(life.state().refusal());
      case FreezeAll(var flushed) ->
          flushed.completeExceptionally(new IllegalStateException("the server is going down"));
      case Read read -> load.taken(read);
      case Gone _, Taken _, FreezeOldest _, Wake _ -> {}
    }
  }

  private final class Handler implements BatchHandler<ExecuteEvent> {
    @Override
    public void handle(List<ExecuteEvent> batch) {
      int next = 0;
      try {
        // Before the look at what is urgent, so that nothing added after it goes unseen.
        wakeRequested.set(false);
        if (life.hasFailed()) {
          throw new IllegalStateException("another stage has failed");
        }
        long nowMillis = clock.nowMillis();
        long nowNanos = clock.nowNanos();
        runUrgent(nowMillis, nowNanos);
        while (next < batch.size()) {
          ExecuteEvent event = batch.get(next++);
          if (event instanceof Submitted submitted) {
            queuedBytes.addAndGet(-submitted.bytes());
          }
          run(event, nowMillis, nowNanos);
        }
        execution.tick(nowMillis);
        execution.freezeDue(nowMillis);
        handOver();
      } catch (Throwable e) {
        life.fail(e);
        batch.subList(next, batch.size()).forEach(ExecuteStage.this::refuse);
        throw e;
      }
    }

    @Override
    public long nextWakeNanos() {
      long wakeMillis = execution.nextWakeMillis();
      return wakeMillis == Long.MAX_VALUE ? NEVER : clock.nanosAt(wakeMillis);
    }
  }
}
