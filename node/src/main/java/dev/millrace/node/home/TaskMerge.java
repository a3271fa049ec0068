package dev.millrace.node.home;

import dev.millrace.queue.Finding;
import dev.millrace.queue.Pid;
import dev.millrace.queue.Task;
import dev.millrace.store.Scan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges scans over rows of several kinds into one list by PID. Behind the last row of a scan that
 * isn't complete there may be rows that nobody has read: the list ends there at the latest, so that
 * nothing is missing before its last task.
 */
final class TaskMerge {
  private final int tasksMax;
  private final List<Task> tasks = new ArrayList<>();

  /** Up to where all is known; none when all is. */
  private @Nullable Pid end;

  TaskMerge(int tasksMax) {
    this.tasksMax = tasksMax;
  }

  void add(Scan scan) {
    var scanned = StoreReader.tasks(scan);
    tasks.addAll(scanned);
    if (!scan.isComplete()) {
      var last = scanned.getLast().pid();
      end = end == null || last.compareTo(end) < 0 ? last : end;
    }
  }

  Finding.Tasks result() {
    var known =
        tasks.stream()
            .filter(task -> end == null || task.pid().compareTo(end) <= 0)
            .sorted(Comparator.comparing(Task::pid))
            .limit(tasksMax)
            .toList();
    return new Finding.Tasks(known, end == null && known.size() == tasks.size());
  }
}
