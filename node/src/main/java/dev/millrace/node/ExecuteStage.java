package dev.millrace.node;

import dev.millrace.node.ExecuteEvent.Gone;
import dev.millrace.node.ExecuteEvent.Submitted;
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
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The stage that executes calls, in batches, on all slots. When there is nothing to do it sleeps
 * until the next deadline.
 *
 * <p>Callers that have gone, and what they give back, don't queue behind the calls: they make work
 * smaller. They can't pile up, because each belongs to a call that was accepted.
 */
final class ExecuteStage {
  private static final int EVENTS_PER_BATCH = 1000;

  /**
   * Steps after which a batch is handed on, so that the disk doesn't wait for the end of a long
   * one.
   */
  private static final long BATCH_BYTES = 1 << 20;

  private final Execution execution;
  private final JournalStage journal;
  private final PathConfig config;
  private final NodeClock clock;
  private final PathLife life;

  private final Queue<ExecuteEvent> urgent = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean wakeRequested = new AtomicBoolean();
  private final AtomicLong queuedBytes = new AtomicLong();
  private final QueueStage<ExecuteEvent> stage;

  ExecuteStage(
      Execution execution,
      JournalStage journal,
      PathConfig config,
      NodeClock clock,
      PathLife life) {
    this.execution = execution;
    this.journal = journal;
    this.config = config;
    this.clock = clock;
    this.life = life;
    this.stage =
        QueueStage.start(
            new StageConfig("execute", config.executeQueueMax(), EVENTS_PER_BATCH),
            new Handler(),
            this::failed);
  }

  private void failed(Throwable cause, List<ExecuteEvent> unhandled) {
    life.fail(cause);
    unhandled.forEach(this::refuse);
    refuseUrgent();
    execution.failAll(life.state().refusal());
  }

  /** Takes a call, unless too much waits. */
  Admission offer(Submitted submitted) {
    if (queuedBytes.addAndGet(submitted.bytes()) > config.executeQueueBytesMax()) {
      queuedBytes.addAndGet(-submitted.bytes());
      return new Refused(Reason.FULL);
    }
    Admission admission = stage.offer(submitted);
    if (!admission.isAccepted()) {
      queuedBytes.addAndGet(-submitted.bytes());
    }
    return admission;
  }

  /** Takes something that goes before all calls that wait. */
  void offerUrgent(ExecuteEvent event) {
    urgent.add(event);
    if (!wake()) {
      refuseUrgent();
    }
  }

  /** Lets the stage look for something to do; false when it is closed. */
  boolean wake() {
    if (!wakeRequested.compareAndSet(false, true)) {
      return true;
    }
    // A full queue will be handled, which is as good.
    return !(stage.offer(new Wake()) instanceof Refused(Reason reason) && reason == Reason.CLOSED);
  }

  /** Executes what was accepted, ends all waits, and returns when all that is handed on. */
  void drain() {
    stage.close();
    if (!life.hasFailed()) {
      long nowMillis = clock.nowMillis();
      runUrgent(nowMillis, clock.nowNanos());
      execution.cancelAll(nowMillis);
      handOver();
    }
    refuseUrgent();
    execution.failAll(life.state().refusal());
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
      case Wake() -> {}
    }
    if (execution.batchBytes() >= BATCH_BYTES) {
      handOver();
    }
  }

  private void handOver() {
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
    if (event instanceof Submitted submitted) {
      submitted.call().fail(life.state().refusal());
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
