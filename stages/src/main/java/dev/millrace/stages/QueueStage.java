package dev.millrace.stages;

import dev.millrace.stages.Admission.Accepted;
import dev.millrace.stages.Admission.Reason;
import dev.millrace.stages.Admission.Refused;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A stage with a bounded queue and a thread of its own, which handles what waits in batches.
 *
 * <p>The lock guards the fields below it. It is never held while a handler runs.
 */
public final class QueueStage<E> implements Stage<E> {
  private final StageConfig config;
  private final BatchHandler<E> handler;
  private final FailureHandler<E> onFailure;
  private final Thread thread;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition roomMade = lock.newCondition();
  private final ArrayDeque<E> queue = new ArrayDeque<>();
  private boolean closed;
  private long batches;
  private long events;
  private long refused;

  private QueueStage(StageConfig config, BatchHandler<E> handler, FailureHandler<E> onFailure) {
    this.config = config;
    this.handler = handler;
    this.onFailure = onFailure;
    this.thread = Thread.ofPlatform().name(config.name()).unstarted(this::run);
  }

  public static <E> QueueStage<E> start(
      StageConfig config, BatchHandler<E> handler, FailureHandler<E> onFailure) {
    var stage = new QueueStage<>(config, handler, onFailure);
    stage.thread.start();
    return stage;
  }

  @Override
  public String name() {
    return config.name();
  }

  @Override
  public Admission offer(E event) {
    lock.lock();
    try {
      if (closed || isFull()) {
        return refuse();
      }
      return accept(event);
    } finally {
      lock.unlock();
    }
  }

  /** Hands an event over, waiting for room; refused only when the stage is closed or fails. */
  public Admission put(E event) {
    lock.lock();
    try {
      while (!closed && isFull()) {
        roomMade.awaitUninterruptibly();
      }
      return closed ? refuse() : accept(event);
    } finally {
      lock.unlock();
    }
  }

  private boolean isFull() {
    return queue.size() >= config.queueMax();
  }

  private Admission accept(E event) {
    queue.addLast(event);
    changed.signal();
    return new Accepted();
  }

  private Admission refuse() {
    refused++;
    return new Refused(closed ? Reason.CLOSED : Reason.FULL);
  }

  @Override
  public Observation observe() {
    lock.lock();
    try {
      return new Observation(
          config.name(), queue.size(), config.queueMax(), batches, events, refused);
    } finally {
      lock.unlock();
    }
  }

  /** As in {@link Stage}; called by the stage's own thread it doesn't wait. */
  @Override
  public void close() {
    refuseFromNowOn();
    boolean interrupted = false;
    while (!thread.equals(Thread.currentThread()) && thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void refuseFromNowOn() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
      roomMade.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    var batch = new ArrayList<E>();
    try {
      while (takeBatch(batch)) {
        handler.handle(batch);
        batch.clear();
      }
    } catch (Throwable e) {
      refuseFromNowOn();
      onFailure.failed(e, takeAll());
    }
  }

  /** Waits for events or the time to wake, and takes what there is; false when closed and empty. */
  private boolean takeBatch(List<E> batch) {
    long wakeNanos = handler.nextWakeNanos();
    lock.lock();
    try {
      while (queue.isEmpty() && !closed && !isPast(wakeNanos)) {
        awaitChange(wakeNanos);
      }
      if (queue.isEmpty() && closed) {
        return false;
      }
      while (batch.size() < config.batchMax() && !queue.isEmpty()) {
        batch.add(queue.removeFirst());
      }
      batches++;
      events += batch.size();
      roomMade.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  private static boolean isPast(long nanos) {
    return nanos != BatchHandler.NEVER && System.nanoTime() - nanos >= 0;
  }

  @SuppressWarnings("WaitNotInLoop") // the only caller is a loop
  private void awaitChange(long wakeNanos) {
    if (wakeNanos == BatchHandler.NEVER) {
      changed.awaitUninterruptibly();
      return;
    }
    try {
      var _ = changed.awaitNanos(wakeNanos - System.nanoTime());
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt this thread, and its files must not be closed under it: go
      // on.
    }
  }

  private List<E> takeAll() {
    lock.lock();
    try {
      var all = List.copyOf(queue);
      queue.clear();
      return all;
    } finally {
      lock.unlock();
    }
  }
}
