package dev.millrace.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the store had for a {@link Need}. */
public sealed interface Finding {
  /** The task; none when it doesn't exist. */
  record OneTask(@Nullable Task task) implements Finding {}

  /**
   * Tasks in the order of their PIDs.
   *
   * @param isComplete whether these are all; else there may be more behind the last of them
   */
  record Tasks(List<Task> tasks, boolean isComplete) implements Finding {
    public Tasks {
      tasks = List.copyOf(tasks);
    }
  }

  /** Deadlines, the earliest first. */
  record Deadlines(List<Deadline> deadlines, boolean isComplete) implements Finding {
    public Deadlines {
      deadlines = List.copyOf(deadlines);
    }
  }

  /** Leased tasks in their order. */
  record Leases(List<TaskKey> tasks, boolean isComplete) implements Finding {
    public Leases {
      tasks = List.copyOf(tasks);
    }
  }
}
