package dev.millrace.node;

import dev.millrace.node.CheckpointLoop.Event.Barrier;
import dev.millrace.node.ExecuteEvent.FreezeAll;
import dev.millrace.node.ExecuteEvent.FreezeOldest;
import dev.millrace.node.ExecuteEvent.Gone;
import dev.millrace.node.ExecuteEvent.Read;
import dev.millrace.node.ExecuteEvent.Submitted;
import dev.millrace.node.ExecuteEvent.Taken;
import dev.millrace.node.PathState.Failed;
import dev.millrace.queue.ErrorCode;
import dev.millrace.queue.Problem;
import dev.millrace.stages.Admission;
import dev.millrace.stages.Admission.Reason;
import dev.millrace.stages.Admission.Refused;
import dev.millrace.stages.BatchHandler;
import dev.millrace.stages.Client;
import dev.millrace.stages.GuestCrew;
import dev.millrace.stages.Observation;
import dev.millrace.stages.QueueStage;
import dev.millrace.stages.ServiceOrder;
import dev.millrace.stages.StageConfig;
import dev.millrace.stages.control.DelayBound;
import dev.millrace.stages.control.TimedBatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

  /** However slow the disk is, so that a sync is shared by some. */
  private static final int COST_PER_BATCH_MIN = 40;

  /**
   * Batches take this part of the response-time target: who comes next waits for the whole of one,
   * and is answered with all of its own.
   */
  private static final int BATCH_PARTS = 1000;

  /**
   * Waiting for each slot however slow the node is: a look at all queues comes as a look at every
   * slot, and would be refused for ever by a node that has got slow and takes less than that.
   */
  private static final int WAITING_MIN_PER_SLOT = 2;

  /** So calls of one message are mostly answered by one message. */
  static final int TURN_COST = 16;

  /** Waiting before it is known how fast the node is. */
  private static final int WAITING_FIRST = 4000;

  /** Steps after which a batch is handed on, so that nobody waits for the end of a long one. */
  private static final long BATCH_BYTES = 1 << 20;

  /**
   * The same if somebody waits for a sync: the disk has work while the rest is executed, and who is
   * in the first part is answered meanwhile. A sync of less costs as much.
   */
  private static final long SYNCED_BATCH_BYTES = 100 << 10;

  /** How often one who waits for the store looks whether the path has failed. */
  private static final Duration LOOK_TIME = Duration.ofMillis(100);

  private final Execution execution;
  private final OverlayRoom overlayRoom;
  private final UrgentEvents urgent;
  private final LoadStage load;
  private final JournalStage journal;
  private final CheckpointLoop checkpoint;
  private final PathConfig config;
  private final NodeClock clock;
  private final PathLife life;

  /** Used by the thread of the stage. */
  private boolean isHolding;

  private volatile boolean ended;
  private final AtomicBoolean wakeRequested = new AtomicBoolean();
  private final AtomicLong queuedBytes = new AtomicLong();
  private final long lateNanos;

  /** Who executes has other things to do, and must not wait for the journal. */
  private final boolean isGuest;

  private final QueueStage<Submitted> stage;

  ExecuteStage(
      int slots,
      Execution execution,
      OverlayRoom overlayRoom,
      UrgentEvents urgent,
      LoadStage load,
      JournalStage journal,
      CheckpointLoop checkpoint,
      PathConfig config,
      NodeClock clock,
      PathLife life,
      Optional<GuestCrew> crew) {
    this.execution = execution;
    this.overlayRoom = overlayRoom;
    this.urgent = urgent;
    this.load = load;
    this.journal = journal;
    this.checkpoint = checkpoint;
    this.config = config;
    this.clock = clock;
    this.life = life;
    this.isGuest = crew.isPresent();
    this.lateNanos = config.responseTarget().multipliedBy(2).toNanos();
    this.stage = start(stageConfig(config, slots), crew);
    urgent.connect(this::wakeForUrgent);
    // Recovery may have left something to ask the store for.
    var _ = wake();
  }

  private QueueStage<Submitted> start(StageConfig stageConfig, Optional<GuestCrew> crew) {
    var handler = new Handler();
    return crew.isPresent()
        ? QueueStage.start(stageConfig, handler, this::failed, crew.get())
        : QueueStage.start(stageConfig, handler, this::failed);
  }

  private static StageConfig stageConfig(PathConfig config, int slots) {
    Duration target = config.responseTarget();
    return new StageConfig("execute", config.executeQueueMax(), EVENTS_PER_BATCH)
        .with(new ServiceOrder(CallClass.all(), TURN_COST, late(target)))
        .with(admission(target, slots))
        .with(new TimedBatch(target.dividedBy(BATCH_PARTS), COST_PER_BATCH_MIN, EVENTS_PER_BATCH));
  }

  /** Half of the target is for waiting here, the rest for what comes after (ADR 0011). */
  static DelayBound admission(Duration target, int slots) {
    int least = WAITING_MIN_PER_SLOT * slots;
    return new DelayBound(target.dividedBy(2), late(target), least, Math.max(least, WAITING_FIRST));
  }

  private static Duration late(Duration target) {
    return target.multipliedBy(3).dividedBy(4);
  }

  private void failed(Throwable cause, List<Submitted> unhandled) {
    life.fail(cause);
    unhandled.forEach(this::refuse);
    end();
    execution.failAll(life.state().refusal());
  }

  Client<Submitted> client(String name) {
    return stage.client(name);
  }

  /** The refusal that a call of this kind would get now. */
  Optional<Refused> refusal(Client<Submitted> client, CallClass kind) {
    return stage.refusal(client, kind.priority());
  }

  /** Takes a call, unless too much waits. */
  Admission offer(Client<Submitted> client, Submitted submitted) {
    double bytesMax = (double) config.executeQueueBytesMax() * submitted.kind().headroom();
    if ((double) queuedBytes.addAndGet(submitted.bytes()) > bytesMax) {
      queuedBytes.addAndGet(-submitted.bytes());
      return new Refused(Reason.FULL, Duration.ZERO);
    }
    int cost = CommandSize.costOf(submitted.call().command());
    Admission admission = stage.offer(client, submitted.kind().priority(), submitted, cost);
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
    return !wakeRequested.compareAndSet(false, true) || stage.wake();
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
      case Submitted submitted -> execute(submitted, nowMillis, nowNanos);
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
    }
    long bytes = execution.batchBytes();
    if (bytes >= BATCH_BYTES || (bytes >= SYNCED_BATCH_BYTES && execution.awaitsSync())) {
      // A layer must not become much larger than a slot wants it to be.
      execution.freezeDue(nowMillis);
      handOver();
    }
  }

  private void execute(Submitted submitted, long nowMillis, long nowNanos) {
    Call call = submitted.call();
    if (submitted.caller().hasGone()) {
      call.fail(
          new Problem(ErrorCode.DEADLINE_PASSED, "the caller went before its call was executed"));
    } else if (submitted.kind() != CallClass.COMPLETE
        && nowNanos - submitted.sinceNanos() > lateNanos) {
      // The disk has stood still. Who waits for so long has perhaps given up, and asks again.
      call.fail(Overload.late(config.responseTarget()));
    } else {
      // A change whose answer would come too late is work for nobody.
      execution.execute(call, nowMillis, nowNanos + journal.answerNanos());
    }
  }

  private void handOver() {
    execution.takeAsked().forEach(load::put);
    Batch batch = execution.takeBatch();
    if (!batch.isEmpty() && !journal.put(batch, !isGuest)) {
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
      case Gone _, Taken _, FreezeOldest _ -> {}
    }
  }

  private final class Handler implements BatchHandler<Submitted> {
    @Override
    public void handle(List<Submitted> batch) {
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
        boolean isFirst = true;
        while (next < batch.size()) {
          Submitted submitted = batch.get(next++);
          queuedBytes.addAndGet(-submitted.bytes());
          if (isFirst && submitted.kind().compareTo(CallClass.ENQUEUE) >= 0) {
            // Who went first isn't answered last: the disk has work while the rest is executed.
            handOver();
            isFirst = false;
          }
          run(submitted, nowMillis, nowNanos);
        }
        execution.tick(nowMillis);
        execution.freezeDue(nowMillis);
        handOver();
        holdGrowth();
      } catch (Throwable e) {
        life.fail(e);
        batch.subList(next, batch.size()).forEach(ExecuteStage.this::refuse);
        throw e;
      }
    }

    /**
     * While changes wait for the store, what makes queues longer waits too: whoever enqueues as
     * fast as it is answered becomes as slow as the store. Who has waited for long is refused.
     */
    private void holdGrowth() {
      boolean isFull = overlayRoom.isFullForGrowth();
      if (isFull != isHolding) {
        isHolding = isFull;
        stage.hold(CallClass.ENQUEUE.priority(), isFull);
      }
    }

    @Override
    public boolean isHeldUp() {
      return isGuest && !journal.hasRoom();
    }

    @Override
    public long nextWakeNanos() {
      long wakeMillis = execution.nextWakeMillis();
      return wakeMillis == Long.MAX_VALUE ? NEVER : clock.nanosAt(wakeMillis);
    }
  }
}
