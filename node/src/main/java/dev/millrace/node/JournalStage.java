package dev.millrace.node;

import dev.millrace.node.CheckpointLoop.Event.Durable;
import dev.millrace.node.PathState.Failed;
import dev.millrace.stages.Observation;
import dev.millrace.stages.QueueStage;
import dev.millrace.stages.StageConfig;
import dev.millrace.stages.control.DelayBound;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The stage that makes batches durable, all that wait together, lets their answers go, and hands
 * their layers on. When no caller waits for the sync, that happens beside it.
 */
final class JournalStage implements AutoCloseable {
  /**
   * Batches are bounded by the room that they have in the journal; this only bounds their number.
   */
  private static final int BATCHES_MAX = 1024;

  /** The part of the response-time target that steps may be on their way to the disk. */
  private static final int TARGET_PARTS = 16;

  /** On their way however slow the disk is, so that a sync is shared by some. */
  private static final int STEPS_MIN = 128;

  /** On their way before it is known how fast the disk is: it shows in a few samples. */
  private static final int STEPS_FIRST = 500;

  private final Commit commit;
  private final UpkeepLoop upkeep;
  private final CheckpointLoop checkpoint;
  private final NodeClock clock;
  private final PathLife life;

  /** What commits take, the last ones counting most. */
  private volatile long commitNanos;

  private final TimeCounts commits = new TimeCounts();
  private final InFlight inFlight = new InFlight();

  /** Batches that the stage has and hasn't written. Only who executes adds to them. */
  private final AtomicInteger unwritten = new AtomicInteger();

  private final SyncLoop syncLoop;
  private final QueueStage<Batch> stage;

  JournalStage(
      Commit commit,
      UpkeepLoop upkeep,
      CheckpointLoop checkpoint,
      Duration responseTarget,
      NodeClock clock,
      PathLife life) {
    this.commit = commit;
    this.upkeep = upkeep;
    this.checkpoint = checkpoint;
    this.clock = clock;
    this.life = life;
    this.syncLoop = new SyncLoop(this::syncBeside, inFlight::abandon);
    this.stage =
        QueueStage.start(
            new StageConfig("journal", BATCHES_MAX, BATCHES_MAX).with(bound(responseTarget)),
            this::commit,
            this::failed);
  }

  /**
   * What was executed can't be put in order any more: it is little, and the rest waits where it
   * can.
   */
  private static DelayBound bound(Duration responseTarget) {
    return new DelayBound(
        responseTarget.dividedBy(TARGET_PARTS), responseTarget, STEPS_MIN, STEPS_FIRST);
  }

  private void commit(List<Batch> batches) {
    long begin = clock.nowNanos();
    try {
      commit.write(batches);
      unwritten.addAndGet(-batches.size());
      if (commit.isSyncDue()) {
        sync();
      } else {
        syncLoop.request();
      }
    } catch (Throwable e) {
      fail(e, batches);
      throw e;
    }
    long took = clock.nowNanos() - begin;
    commits.add(took);
    commitNanos = commitNanos == 0 ? took : commitNanos + (took - commitNanos) / 4;
    upkeep.requestIfNeeded();
    checkpoint.lookIfLonger();
  }

  private void sync() {
    commit.sync(
        durable -> {
          // Before they count as done: a later one may go another way, and must not overtake.
          durable.forEach(this::handOn);
          inFlight.remove(durable.size());
        });
  }

  private void syncBeside() {
    try {
      sync();
    } catch (Throwable e) {
      fail(e, List.of());
      throw e;
    }
  }

  private void fail(Throwable cause, List<Batch> batches) {
    // Told first: a caller that gets its answer must not find the node serving.
    life.fail(cause);
    commit.fail(batches, Failed.PROBLEM);
    inFlight.abandon();
  }

  private void handOn(Batch batch) {
    batch.layers().forEach(layer -> checkpoint.put(new Durable(layer)));
    batch.followers().forEach(Runnable::run);
  }

  private void failed(Throwable cause, List<Batch> unhandled) {
    life.fail(cause);
    unhandled.forEach(batch -> batch.fail(Failed.PROBLEM));
    inFlight.abandon();
  }

  /** About how long a change takes to be durable: it waits for one commit, and for its own. */
  long answerNanos() {
    return 2 * commitNanos;
  }

  /** Whether there is room for a batch. */
  boolean hasRoom() {
    return stage.hasRoom();
  }

  /**
   * Lets a batch be made durable; false when the stage has failed.
   *
   * @param mayWait whether to wait while too many are on their way
   */
  boolean put(Batch batch, boolean mayWait) {
    if (!batch.hasSteps() && inFlight.isNone()) {
      // Nothing it may have seen is on its way: no need to wait for a thread.
      commit.pass(batch);
      handOn(batch);
      return true;
    }
    inFlight.add();
    if (!mayWait && unwritten.get() == 0 && commit.isQuick(batch)) {
      writeAtOnce(batch);
      return true;
    }
    unwritten.incrementAndGet();
    int cost = Math.max(1, batch.steps().size());
    return (mayWait ? stage.put(batch, cost) : stage.add(batch, cost)).isAccepted();
  }

  /**
   * Writes a batch on the thread that executes, which costs less than to wake another one. Nothing
   * else is written meanwhile: whatever the stage had is, and only this thread gives it more.
   */
  private void writeAtOnce(Batch batch) {
    long begin = clock.nowNanos();
    try {
      commit.write(List.of(batch));
    } catch (Throwable e) {
      fail(e, List.of(batch));
      throw e;
    }
    syncLoop.request();
    commits.add(clock.nowNanos() - begin);
  }

  /** Waits until less is on its way to the disk; false when nothing is, or the stage has failed. */
  boolean awaitLess() {
    return inFlight.awaitLess();
  }

  /** What commits took: to write, and to sync if a caller waits for that. */
  TimeCounts commits() {
    return commits;
  }

  Observation observe() {
    return stage.observe();
  }

  /** Returns when everything is durable, and answered. */
  @Override
  public void close() {
    stage.close();
    syncLoop.close();
    if (!life.hasFailed()) {
      syncBeside();
      commit.awaitAnswers();
    }
  }
}
