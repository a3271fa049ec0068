package dev.millrace.node.home;

import dev.millrace.queue.StoredQueue;
import dev.millrace.queue.Task;

/** A queue as its row says, and what its tasks add up to. */
final class QueueTally {
  private final StoredQueue queue;
  private long available;
  private long leased;
  private long delayed;

  QueueTally(StoredQueue queue) {
    this.queue = queue;
  }

  void add(Task task, ScanProblems problems) {
    switch (task.state().kind()) {
      case AVAILABLE -> {
        available++;
        if (queue.head().isAfter(task.pid())) {
          problems.add(
              "task %s of queue '%s' is available before the head, %s",
              task.pid(), queue.name(), queue.head());
        }
      }
      case LEASED -> leased++;
      case DELAYED -> delayed++;
    }
  }

  void compare(ScanProblems problems) {
    var counts = queue.counts();
    if (counts.available() != available
        || counts.leased() != leased
        || counts.delayed() != delayed) {
      problems.add(
          "queue '%s' counts %d available, %d leased, %d delayed and holds %d, %d, %d",
          queue.name(),
          counts.available(),
          counts.leased(),
          counts.delayed(),
          available,
          leased,
          delayed);
    }
    long tasks = available + leased + delayed;
    if (counts.entered() - counts.left() != tasks) {
      problems.add(
          "queue '%s' has seen %d tasks come and %d go, and holds %d",
          queue.name(), counts.entered(), counts.left(), tasks);
    }
  }

  long available() {
    return available;
  }

  long leased() {
    return leased;
  }

  long delayed() {
    return delayed;
  }
}
