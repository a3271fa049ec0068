package dev.millrace.stages;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A host without a thread, for a crew of guests: whoever calls {@link #runOnce} is it. What is for
 * later waits for {@link #runLater}.
 */
final class HandHost extends ScheduledThreadPoolExecutor {
  private final Queue<Runnable> now = new ArrayDeque<>();
  private final Queue<Task> later = new PriorityQueue<>();

  HandHost() {
    super(0);
  }

  @Override
  public void execute(Runnable task) {
    now.add(task);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    var scheduled = new Task(task, unit.toNanos(delay));
    later.add(scheduled);
    return scheduled;
  }

  /** What it was given to do at once, and has not done. */
  int due() {
    return now.size();
  }

  /** How long it is until the first of what is for later. */
  long nextDelayNanos() {
    return later.element().getDelay(TimeUnit.NANOSECONDS);
  }

  int scheduled() {
    later.removeIf(Task::isCancelled);
    return later.size();
  }

  /** Does the first thing that it was given to do at once. */
  void runOnce() {
    now.remove().run();
  }

  /** Does the first thing that was for later, whether or not its time has come. */
  void runLater() {
    later.removeIf(Task::isCancelled);
    later.remove().run();
  }

  private static final class Task extends FutureTask<Void>
      implements RunnableScheduledFuture<Void> {
    private final long delayNanos;

    Task(Runnable task, long delayNanos) {
      super(task, null);
      this.delayNanos = delayNanos;
    }

    @Override
    public boolean isPeriodic() {
      return false;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(delayNanos, other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
