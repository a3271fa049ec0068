package dev.millrace.node;

import dev.millrace.journal.Reservation;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The journal side of the node: makes batches durable, and lets their answers go when that is done.
 * One thread writes; any thread may sync.
 *
 * <p>An answer leaves when the steps of its own batch and of all before it are as durable as its
 * caller asked for. So nobody learns of anything that could still vanish, from a read or a failure
 * either.
 */
public final class Commit {
  /** Written and not synced, at most, even if nobody waits for the sync. */
  private static final long UNSYNCED_BYTES_MAX = 8 << 20;

  private final SegmentJournal journal;
  private final Executor answering;

  /** Held during a sync: batches become durable in their order. */
  private final ReentrantLock syncing = new ReentrantLock();

  /** Whose sync is under way or has failed; guarded by {@link #syncing}. */
  private final List<Batch> inSync = new ArrayList<>();

  // Guarded by this, which is never held during I/O.
  private List<Batch> unsynced = new ArrayList<>();
  private long unsyncedBytes;
  private boolean isAwaited;

  /**
   * @param answering lets answers leave, in the order in which they are handed to it
   */
  public Commit(SegmentJournal journal, Executor answering) {
    this.journal = journal;
    this.answering = answering;
  }

  /**
   * Writes batches, in the order in which they were executed, and lets those answers go for which
   * that is enough. If it throws, answers that have not left must not leave.
   */
  public void write(List<Batch> batches) {
    List<Reservation> steps = new ArrayList<>();
    long timeMillis = journal.lastTimeMillis();
    for (Batch batch : batches) {
      steps.addAll(batch.steps());
      timeMillis = Math.max(timeMillis, batch.timeMillis());
    }
    while (!steps.isEmpty()) {
      int written = journal.write(steps, timeMillis);
      steps = steps.subList(written, steps.size());
    }
    release(batches, Durability.OS);
    batches.forEach(this::addUnsynced);
  }

  /**
   * Whether writing a batch is little more than copying it: nobody waits for a sync of it or of
   * what is before it, and the segment has room. Asked by the thread that would write.
   */
  public boolean isQuick(Batch batch) {
    return !batch.holds(Durability.FSYNC) && !isSyncDue() && journal.hasRoomAtHand(batch.steps());
  }

  private synchronized void addUnsynced(Batch batch) {
    unsynced.add(batch);
    unsyncedBytes += batch.bytes();
    isAwaited |= batch.holds(Durability.FSYNC);
  }

  private synchronized List<Batch> takeUnsynced() {
    List<Batch> taken = unsynced;
    unsynced = new ArrayList<>();
    unsyncedBytes = 0;
    isAwaited = false;
    return taken;
  }

  /** Whether a sync can't wait: a caller does, or too much has been written since the last. */
  public synchronized boolean isSyncDue() {
    return isAwaited || unsyncedBytes > UNSYNCED_BYTES_MAX;
  }

  /**
   * Syncs what was written, and lets the answers go that waited for it. If it throws, those that
   * have not left must not leave.
   *
   * @param onDurable told which batches are durable now, in their order
   */
  public void sync(Consumer<List<Batch>> onDurable) {
    syncing.lock();
    try {
      inSync.addAll(takeUnsynced());
      if (!inSync.isEmpty()) {
        journal.sync();
        release(inSync, Durability.FSYNC);
        onDurable.accept(inSync);
        inSync.clear();
      }
    } finally {
      syncing.unlock();
    }
  }

  /** Writes batches and syncs them. */
  public void run(List<Batch> batches) {
    write(batches);
    sync(_ -> {});
  }

  /** Answers all that wait with a failure: for these batches, and for those that aren't synced. */
  void fail(List<Batch> batches, Problem problem) {
    syncing.lock();
    try {
      var failed = new ArrayList<>(inSync);
      failed.addAll(takeUnsynced());
      failed.addAll(batches);
      AnswerGroup.give(() -> failed.forEach(batch -> batch.fail(problem)));
    } finally {
      syncing.unlock();
    }
  }

  /** Lets all answers of a batch go that has nothing to make durable, and waits for nothing. */
  void pass(Batch batch) {
    release(List.of(batch), Durability.OS);
    release(List.of(batch), Durability.FSYNC);
  }

  private void release(List<Batch> batches, Durability reached) {
    List<Batch.Held> released = new ArrayList<>();
    batches.forEach(batch -> released.addAll(batch.takeHeld(reached)));
    if (!released.isEmpty()) {
      answering.execute(() -> AnswerGroup.give(() -> released.forEach(Batch.Held::leave)));
    }
  }

  /** Returns when all answers have left that were let go. */
  void awaitAnswers() {
    CompletableFuture.runAsync(() -> {}, answering).join();
  }
}
