package dev.millrace.node;

import dev.millrace.journal.Reservation;
import dev.millrace.journal.SegmentJournal;
import dev.millrace.node.CommandPath.Durability;
import java.util.ArrayList;
import java.util.List;

/**
 * The journal side of the node: makes batches durable, and lets their answers go when that is done.
 * Used by one thread at a time.
 *
 * <p>An answer leaves when the steps of its own batch and of all before it are as durable as its
 * caller asked for. So nobody learns of anything that could still vanish, from a read or a failure
 * either.
 */
public final class Commit {
  private final SegmentJournal journal;

  public Commit(SegmentJournal journal) {
    this.journal = journal;
  }

  /**
   * Commits batches, in the order in which they were executed. If it throws, answers that have not
   * left must not leave.
   */
  public void run(List<Batch> batches) {
    List<Reservation> steps = new ArrayList<>();
    long timeMillis = journal.lastTimeMillis();
    for (Batch batch : batches) {
      steps.addAll(batch.steps());
      timeMillis = Math.max(timeMillis, batch.timeMillis());
    }
    boolean unsynced = false;
    while (!steps.isEmpty()) {
      if (unsynced) {
        journal.sync();
      }
      int written = journal.write(steps, timeMillis);
      unsynced = true;
      steps = steps.subList(written, steps.size());
    }
    release(batches, Durability.OS);
    if (unsynced) {
      journal.sync();
    }
    release(batches, Durability.FSYNC);
  }

  private static void release(List<Batch> batches, Durability reached) {
    AnswerGroup.give(() -> batches.forEach(batch -> batch.release(reached)));
  }
}
