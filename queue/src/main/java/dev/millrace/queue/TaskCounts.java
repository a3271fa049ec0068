package dev.millrace.queue;

import dev.millrace.queue.TaskState.Available;
import dev.millrace.queue.TaskState.Delayed;
import dev.millrace.queue.TaskState.Leased;

/** How many tasks a queue has in each state, in memory or not, and how many came and went. */
final class TaskCounts {
  private long available;
  private long leased;
  private long delayed;
  private long entered;
  private long left;

  void load(Change.QueueCounts counts) {
    available = counts.available();
    leased = counts.leased();
    delayed = counts.delayed();
    entered = counts.entered();
    left = counts.left();
  }

  void add(Task task) {
    add(task, 1);
  }

  void subtract(Task task) {
    add(task, -1);
  }

  private void add(Task task, int by) {
    switch (task.state()) {
      case Available() -> available += by;
      case Delayed _ -> delayed += by;
      case Leased _ -> leased += by;
    }
  }

  void enter() {
    entered++;
  }

  void leave() {
    left++;
  }

  /** Sets what only the counters know: how many tasks came and went before those that are here. */
  void setFlow(long enteredTasks, long leftTasks) {
    entered = enteredTasks;
    left = leftTasks;
  }

  long size() {
    return available + held();
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

  long held() {
    return leased + delayed;
  }

  long entered() {
    return entered;
  }

  long left() {
    return left;
  }

  Change.QueueCounts of(long queueId) {
    return new Change.QueueCounts(queueId, available, leased, delayed, entered, left);
  }
}
