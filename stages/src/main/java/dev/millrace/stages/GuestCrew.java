package dev.millrace.stages;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A crew without a thread of its own: it works on the one of a host, which does other things before
 * and between. So an event that comes on that thread costs no change of threads. Each stage gets
 * one batch at a time; then it is the host's turn.
 *
 * <p>Whoever makes the stages of this crew wait makes the host wait.
 */
public final class GuestCrew implements Crew, Executor {
  private final ScheduledExecutorService host;
  private final BooleanSupplier isOnHost;
  private final Runnable work = this::work;
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock.
  private final List<Served> stages = new ArrayList<>();

  /** The host knows that there is work. */
  private boolean isDue;

  /** When the host will look without being told; {@link BatchHandler#NEVER} for never. */
  private long alarmNanos = BatchHandler.NEVER;

  private @Nullable Future<?> alarm;

  /**
   * @param host has one thread, runs what it is given in its order, and outlives the stages
   * @param isOnHost whether the calling thread is that one
   */
  public GuestCrew(ScheduledExecutorService host, BooleanSupplier isOnHost) {
    this.host = host;
    this.isOnHost = isOnHost;
  }

  @Override
  public ReentrantLock lock() {
    return lock;
  }

  @Override
  public void add(Served stage) {
    lock.lock();
    try {
      stages.add(stage);
      wake(System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void remove(Served stage) {
    lock.lock();
    try {
      stages.remove(stage);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void wake(long nowNanos) {
    if (!isDue) {
      isDue = true;
      host.execute(work);
    }
  }

  @Override
  public boolean isMember() {
    return isOnHost.getAsBoolean();
  }

  /** Has the host do something after what it was given before, which isn't work of a stage. */
  @Override
  public void execute(Runnable action) {
    host.execute(action);
  }

  private void work() {
    lock.lock();
    try {
      // A stage may end while it is served.
      for (Served stage : List.copyOf(stages)) {
        if (stage.hasWork(System.nanoTime())) {
          stage.serve();
        }
      }
      long now = System.nanoTime();
      if (hasWork(now)) {
        // Not at once: hosts take what is for later only after they have looked at all else.
        var _ = host.schedule(work, 0, TimeUnit.NANOSECONDS);
      } else {
        isDue = false;
        stages.forEach(Served::idle);
        setAlarm(now);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean hasWork(long nowNanos) {
    for (Served stage : stages) {
      if (stage.hasWork(nowNanos)) {
        return true;
      }
    }
    return false;
  }

  /** An alarm that comes too early costs a look; so one that is set is left, unless it is late. */
  private void setAlarm(long nowNanos) {
    long wake = BatchHandler.NEVER;
    for (Served stage : stages) {
      wake = BatchHandler.earlier(wake, stage.nextWakeNanos());
    }
    if (BatchHandler.earlier(wake, alarmNanos) == alarmNanos) {
      return;
    }
    if (alarm != null) {
      alarm.cancel(false);
    }
    alarmNanos = wake;
    alarm = host.schedule(this::ring, Math.max(0, wake - nowNanos), TimeUnit.NANOSECONDS);
  }

  private void ring() {
    lock.lock();
    try {
      alarmNanos = BatchHandler.NEVER;
      alarm = null;
      wake(System.nanoTime());
    } finally {
      lock.unlock();
    }
  }
}
