package dev.millrace.node.home;

import dev.millrace.node.home.RowValues.Placed;
import dev.millrace.store.KeyRange;
import dev.millrace.store.Row;
import dev.millrace.store.RowKey;
import dev.millrace.store.RowName;
import dev.millrace.store.ScanLimit;
import dev.millrace.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/** Checks that deadline and lease rows are those that the held tasks of a slot should have. */
final class LeadingCheck {
  private static final int LOOKUPS_AT_ONCE = 1000;

  private final Snapshot snapshot;
  private final int slot;
  private final ScanProblems problems;

  /** Rows that must be there. */
  private final List<RowKey> expected = new ArrayList<>();

  LeadingCheck(Snapshot snapshot, int slot, ScanProblems problems) {
    this.snapshot = snapshot;
    this.slot = slot;
    this.problems = problems;
  }

  void expect(Placed placed) {
    expected.addAll(TaskRows.leading(slot, placed.key(), placed.task().state()));
    if (expected.size() >= LOOKUPS_AT_ONCE) {
      findExpected();
    }
  }

  void findExpected() {
    var found = snapshot.find(expected);
    for (var key : expected) {
      if (!found.containsKey(key)) {
        problems.add("%s is missing", RowName.of(key));
      }
    }
    expected.clear();
  }

  /**
   * Looks for rows that lead to no task. Each held task has its rows, or it was noticed that it
   * hasn't: so if there are as many rows as tasks, none is too many, and nothing is looked up.
   *
   * @param isLive whether a queue's rows count
   */
  void checkNoStrays(KeyRange range, ScanLimit page, long tasks, LongPredicate isLive) {
    long rows = 0;
    for (var cursor = new RowCursor(snapshot, range, page); cursor.hasNext(); ) {
      if (isLive.test(RowValues.taskOf(cursor.next().key()).queueId())) {
        rows++;
      }
    }
    if (rows == tasks) {
      return;
    }
    for (var cursor = new RowCursor(snapshot, range, page);
        cursor.hasNext() && !problems.isFull(); ) {
      var key = cursor.next().key();
      if (isLive.test(RowValues.taskOf(key).queueId()) && !leads(key)) {
        problems.add("%s leads to no task", RowName.of(key));
      }
    }
  }

  private boolean leads(RowKey key) {
    var task = RowValues.taskOf(key);
    var held = TaskRows.held(slot, task);
    var value = snapshot.find(List.of(held)).get(held);
    return value != null
        && TaskRows.leading(slot, task, RowValues.task(new Row(held, value)).task().state())
            .contains(key);
  }
}
