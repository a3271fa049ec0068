package dev.millrace.stages;

import dev.millrace.stages.control.QueueThreads;
import dev.millrace.stages.control.ThreadRule;
import dev.millrace.stages.control.ThreadRule.ThreadSample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A crew of threads that look for work in all their stages, in turn. How many there are is decided
 * by a {@link ThreadRule} at each sample, within a {@link ThreadCap} that crews may share; there is
 * always one.
 */
public final class CrewLoop implements Crew, AutoCloseable {
  private final String name;
  private final ThreadRule rule;
  private final long sampleNanos;
  private final ThreadCap cap;

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock.
  private final Condition changed = lock.newCondition();
  private final List<Served> stages = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();
  private int nextTurn;
  private int lastNumber;
  private long sampledNanos = System.nanoTime();
  private boolean closed;

  private static final class Member extends Thread {
    private final CrewLoop crew;

    private Member(CrewLoop crew, String name) {
      super(name);
      this.crew = crew;
    }

    @Override
    public void run() {
      crew.work();
    }
  }

  private CrewLoop(String name, ThreadRule rule, Duration sampleTime, ThreadCap cap) {
    this.name = name;
    this.rule = rule;
    this.sampleNanos = sampleTime.toNanos();
    this.cap = cap;
  }

  /**
   * Starts a crew.
   *
   * @throws IllegalStateException if the cap leaves it no thread
   */
  public static CrewLoop start(String name, ThreadRule rule, Duration sampleTime, ThreadCap cap) {
    var crew = new CrewLoop(name, rule, sampleTime, cap);
    crew.lock.lock();
    try {
      if (!crew.tryAddThread()) {
        throw new IllegalStateException("no thread is left for " + name);
      }
      while (crew.wantedThreads(0) > crew.members.size() && crew.tryAddThread()) {
        // One by one.
      }
    } finally {
      crew.lock.unlock();
    }
    return crew;
  }

  /** One thread, of this name. */
  public static CrewLoop single(String name) {
    return start(name, QueueThreads.fixed(1), Duration.ofDays(1), ThreadCap.none());
  }

  private boolean tryAddThread() {
    if (!cap.tryAdd()) {
      return false;
    }
    lastNumber++;
    var member = new Member(this, lastNumber == 1 ? name : name + "-" + lastNumber);
    members.add(member);
    member.start();
    return true;
  }

  private int wantedThreads(long idleNanos) {
    int waiting = 0;
    for (Served stage : stages) {
      waiting += stage.waiting();
    }
    return rule.threads(new ThreadSample(members.size(), waiting, idleNanos));
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
      changed.signal();
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
    changed.signal();
    if (nowNanos - sampledNanos >= sampleNanos) {
      sampledNanos = nowNanos;
      if (wantedThreads(0) > members.size() && !closed) {
        var _ = tryAddThread();
      }
    }
  }

  @Override
  public boolean isMember() {
    return Thread.currentThread() instanceof Member member && member.crew == this;
  }

  public int threads() {
    lock.lock();
    try {
      return members.size();
    } finally {
      lock.unlock();
    }
  }

  private void work() {
    lock.lock();
    try {
      long idleSince = System.nanoTime();
      while (!closed) {
        long now = System.nanoTime();
        Served stage = nextWithWork(now);
        if (stage != null) {
          stage.serve();
          idleSince = System.nanoTime();
        } else if (wantedThreads(now - idleSince) < members.size()) {
          return;
        } else {
          stages.forEach(Served::idle);
          await(now);
        }
      }
    } finally {
      members.remove(Thread.currentThread());
      cap.remove();
      lock.unlock();
    }
  }

  private @Nullable Served nextWithWork(long nowNanos) {
    for (int i = 0; i < stages.size(); i++) {
      nextTurn = (nextTurn + 1) % stages.size();
      Served stage = stages.get(nextTurn);
      if (stage.hasWork(nowNanos)) {
        return stage;
      }
    }
    return null;
  }

  @SuppressWarnings("WaitNotInLoop") // the only caller is a loop
  private void await(long nowNanos) {
    long wake = BatchHandler.NEVER;
    for (Served stage : stages) {
      wake = BatchHandler.earlier(wake, stage.nextWakeNanos());
    }
    boolean isSpare = wantedThreads(Long.MAX_VALUE) < members.size();
    if (isSpare) {
      wake = BatchHandler.earlier(wake, nowNanos + sampleNanos);
    }
    if (wake == BatchHandler.NEVER) {
      changed.awaitUninterruptibly();
      return;
    }
    try {
      var _ = changed.awaitNanos(wake - nowNanos);
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt this thread, and its files must not be closed under it: go
      // on.
    }
  }

  /** Ends the threads; its stages were removed before. Called by a member it doesn't wait. */
  @Override
  public void close() {
    List<Member> leaving;
    lock.lock();
    try {
      dismiss();
      leaving = List.copyOf(members);
    } finally {
      lock.unlock();
    }
    if (!isMember()) {
      leaving.forEach(CrewLoop::join);
    }
  }

  /** Lets the threads go when they are done with what they do. */
  void dismiss() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
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
}
