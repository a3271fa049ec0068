package dev.millrace.node.home;

import dev.millrace.node.home.RowValues.Placed;
import dev.millrace.queue.StoredSlot;
import dev.millrace.queue.TaskKey;
import dev.millrace.queue.TaskState;
import dev.millrace.store.KeyRange;
import dev.millrace.store.Row;
import dev.millrace.store.RowRanges;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.Snapshot;
import dev.millrace.store.StoreException;
import dev.millrace.store.StoreException.Problem;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads all rows of a slot and says what doesn't fit: queues whose counters aren't those of their
 * tasks, tasks before the head of their queue, held tasks that no deadline or lease leads to and
 * the reverse, rows of queues that don't exist. Rows that wait to be reaped are passed over. Has
 * the slot's queues in memory, as a node has, and a page of its tasks.
 */
public final class SlotScan {
  private static final int PROBLEMS_MAX = 100;

  private final Snapshot snapshot;
  private final int slot;
  private final ScanLimit page;
  private final ScanProblems problems = new ScanProblems(PROBLEMS_MAX);
  private final LeadingCheck leading;
  private final Map<Long, QueueTally> queues = new TreeMap<>();

  /** Queues that wait to be reaped. */
  private final Set<Long> dying = new HashSet<>();

  /** Queues that have tasks and don't exist. */
  private final Set<Long> missing = new HashSet<>();

  private SlotScan(Snapshot snapshot, int slot, ScanLimit page) {
    this.snapshot = snapshot;
    this.slot = slot;
    this.page = page;
    this.leading = new LeadingCheck(snapshot, slot, problems);
  }

  /**
   * What a slot has in the store.
   *
   * @param dyingQueues deleted queues whose rows aren't all removed yet
   * @param problems the first {@value #PROBLEMS_MAX}
   */
  public record Report(
      int slot,
      long ticket,
      long queues,
      long available,
      long leased,
      long delayed,
      long dyingQueues,
      List<String> problems) {
    public Report {
      problems = List.copyOf(problems);
    }

    public long tasks() {
      return available + leased + delayed;
    }

    public boolean isSound() {
      return problems.isEmpty();
    }
  }

  /**
   * Reads the slot.
   *
   * @throws StoreException if the store can't be read; rows that can't are problems
   */
  public static Report run(Snapshot snapshot, int slot) {
    return run(snapshot, slot, RowCursor.PAGE);
  }

  static Report run(Snapshot snapshot, int slot, ScanLimit page) {
    var scan = new SlotScan(snapshot, slot, page);
    scan.noteDamage(scan::checkAll);
    return new Report(
        slot,
        snapshot.ticket(slot),
        scan.queues.size(),
        scan.sum(QueueTally::available),
        scan.sum(QueueTally::leased),
        scan.sum(QueueTally::delayed),
        scan.dying.size(),
        scan.problems.texts());
  }

  private void checkAll() {
    var stored = SlotLoader.load(snapshot, slot);
    if (stored.isPresent()) {
      takeQueues(stored.get());
      takeReaps(stored.get());
      checkRequests(stored.get());
      checkTasks();
      queues.values().forEach(queue -> queue.compare(problems));
      checkLeading();
      checkNoOthers(RowRanges.slot(slot).startingAt(RowRanges.leases(slot).to()));
    } else {
      checkNoOthers(RowRanges.slot(slot));
    }
  }

  private void takeQueues(StoredSlot stored) {
    for (var queue : stored.queues()) {
      queues.put(queue.id(), new QueueTally(queue));
      checkId(queue.id(), stored.lastQueueId());
    }
  }

  private void takeReaps(StoredSlot stored) {
    for (var cursor = rows(RowRanges.reaps(slot)); cursor.hasNext(); ) {
      long id = RowValues.reap(cursor.next()).queueId();
      dying.add(id);
      checkId(id, stored.lastQueueId());
      if (queues.containsKey(id)) {
        problems.add("queue %d exists and waits to be reaped", id);
      }
    }
  }

  private void checkId(long id, long lastQueueId) {
    if (id > lastQueueId) {
      problems.add("queue %d has an id above the last one, %d", id, lastQueueId);
    }
  }

  private void checkRequests(StoredSlot stored) {
    for (var request : stored.requests()) {
      if (request.ticket() > stored.ticket()) {
        problems.add("a request has ticket %d, the slot %d", request.ticket(), stored.ticket());
      }
    }
  }

  /** Both kinds together, so that a task that has a row of each is seen. */
  private void checkTasks() {
    var available = rows(RowRanges.tasks(slot));
    var held = rows(RowRanges.held(slot));
    @Nullable TaskKey last = null;
    while (available.hasNext() || held.hasNext()) {
      boolean isHeld = held.hasNext() && (!available.hasNext() || isBefore(held, available));
      var row = isHeld ? held.next() : available.next();
      var key = RowValues.taskOf(row.key());
      if (key.equals(last)) {
        problems.add("task %s of queue %d is there twice", key.pid(), key.queueId());
      }
      last = key;
      noteDamage(() -> checkTask(row, isHeld));
    }
    leading.findExpected();
  }

  private static boolean isBefore(RowCursor one, RowCursor other) {
    return RowValues.taskOf(one.peek().key()).compareTo(RowValues.taskOf(other.peek().key())) < 0;
  }

  private void checkTask(Row row, boolean isHeld) {
    Placed placed = RowValues.task(row);
    if (dying.contains(placed.queueId())) {
      return;
    }
    var queue = queues.get(placed.queueId());
    if (queue == null) {
      if (missing.add(placed.queueId())) {
        problems.add("there are tasks of queue %d, which doesn't exist", placed.queueId());
      }
      return;
    }
    var state = placed.task().state();
    if (isHeld == state instanceof TaskState.Available) {
      problems.add(
          "task %s of queue %d is %s and has a row of the other kind",
          placed.task().pid(), placed.queueId(), state.kind());
    }
    queue.add(placed.task(), problems);
    leading.expect(placed);
  }

  private void checkLeading() {
    long leased = sum(QueueTally::leased);
    long held = leased + sum(QueueTally::delayed);
    leading.checkNoStrays(RowRanges.deadlines(slot), page, held, id -> !dying.contains(id));
    leading.checkNoStrays(RowRanges.leases(slot), page, leased, id -> !dying.contains(id));
  }

  private void checkNoOthers(KeyRange range) {
    for (var cursor = rows(range); cursor.hasNext() && !problems.isFull(); ) {
      problems.add("row %s has no place", cursor.next().key());
    }
  }

  private RowCursor rows(KeyRange range) {
    return new RowCursor(snapshot, range, page);
  }

  private long sum(ToLongFunction<QueueTally> count) {
    return queues.values().stream().mapToLong(count).sum();
  }

  private void noteDamage(Runnable check) {
    try {
      check.run();
    } catch (StoreException e) {
      if (e.problem() != Problem.DAMAGED) {
        throw e;
      }
      problems.add("%s", String.valueOf(e.getMessage()));
    }
  }
}
