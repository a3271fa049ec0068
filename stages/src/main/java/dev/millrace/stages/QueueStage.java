package dev.millrace.stages;

import dev.millrace.stages.Admission.Accepted;
import dev.millrace.stages.Admission.Reason;
import dev.millrace.stages.Admission.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A stage with a bounded queue, which a crew handles in batches.
 *
 * <p>The lock is that of the crew. It is never held while a handler runs.
 */
public final class QueueStage<E> implements Stage<E> {
  /** How soon a handler that is held up is asked again. */
  private static final long HELD_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final StageConfig config;
  private final BatchHandler<E> handler;
  private final FailureHandler<E> onFailure;
  private final Crew crew;

  /** Ends with the stage; null when it has its threads from elsewhere. */
  private final @Nullable CrewLoop ownCrew;

  private final Served served = new Service();
  private final ReentrantLock lock;

  // Guarded by lock.
  private final Condition roomMade;
  private final Condition ended;
  private final EventQueue<E> queue;
  private final Client<E> nobody;
  private final Sources sources = new Sources();
  private @Nullable List<E> spareBatch;
  private boolean closed;
  private boolean hasFailed;
  private boolean woken;
  private boolean isWakeKnown;
  private long wakeNanos = BatchHandler.NEVER;
  private int handlers;
  private long batches;
  private double handledNanos;

  private QueueStage(
      StageConfig config,
      BatchHandler<E> handler,
      FailureHandler<E> onFailure,
      Crew crew,
      @Nullable CrewLoop ownCrew) {
    this.config = config;
    this.handler = handler;
    this.onFailure = onFailure;
    this.crew = crew;
    this.ownCrew = ownCrew;
    this.lock = crew.lock();
    this.roomMade = lock.newCondition();
    this.ended = lock.newCondition();
    this.queue = new EventQueue<>(config, System.nanoTime());
    this.nobody = queue.client(config.name());
  }

  /** Starts a stage with a thread of its own. */
  public static <E> QueueStage<E> start(
      StageConfig config, BatchHandler<E> handler, FailureHandler<E> onFailure) {
    CrewLoop own = CrewLoop.single(config.name());
    return start(new QueueStage<>(config, handler, onFailure, own, own));
  }

  /** Starts a stage that is served by a crew. */
  public static <E> QueueStage<E> start(
      StageConfig config, BatchHandler<E> handler, FailureHandler<E> onFailure, Crew crew) {
    return start(new QueueStage<>(config, handler, onFailure, crew, null));
  }

  private static <E> QueueStage<E> start(QueueStage<E> stage) {
    stage.crew.add(stage.served);
    return stage;
  }

  @Override
  public String name() {
    return config.name();
  }

  /** Someone whose events are told from those of others. */
  public Client<E> client(String name) {
    return queue.client(name);
  }

  @Override
  public Admission offer(E event) {
    return offer(nobody, 0, event, 1);
  }

  /** Hands an event of a client over, or is refused; never waits. */
  public Admission offer(Client<E> client, int priority, E event, int cost) {
    long now = System.nanoTime();
    lock.lock();
    try {
      return offer(client, priority, event, cost, now);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The refusal that an event of a client would get now, before it is made; empty when it would be
   * taken. It counts as a refusal.
   */
  public Optional<Refused> refusal(Client<E> client, int priority) {
    long now = System.nanoTime();
    lock.lock();
    try {
      return Optional.ofNullable(
          closed ? queue.refuse(Reason.CLOSED, priority) : queue.refusal(client, priority, now));
    } finally {
      lock.unlock();
    }
  }

  /** Hands events of one client over, as if by one offer after the other with nothing between. */
  public List<Admission> offerAll(Client<E> client, List<Offer<E>> offers) {
    List<Admission> admissions = new ArrayList<>(offers.size());
    long now = System.nanoTime();
    lock.lock();
    try {
      for (Offer<E> offer : offers) {
        admissions.add(offer(client, offer.priority(), offer.event(), offer.cost(), now));
      }
    } finally {
      lock.unlock();
    }
    return admissions;
  }

  private Admission offer(Client<E> client, int priority, E event, int cost, long now) {
    if (closed) {
      return queue.refuse(Reason.CLOSED, priority);
    }
    Admission admission = queue.offer(client, priority, event, cost, now);
    if (admission.isAccepted()) {
      sources.count();
      crew.wake(now);
    }
    return admission;
  }

  /** As {@link #put(Object, int)}, at a cost of 1. */
  public Admission put(E event) {
    return put(event, 1);
  }

  /** Hands an event over, waiting for room; refused only when the stage is closed or fails. */
  public Admission put(E event, int cost) {
    lock.lock();
    try {
      while (!closed && !queue.hasRoom(0)) {
        roomMade.awaitUninterruptibly();
      }
      if (closed) {
        return queue.refuse(Reason.CLOSED, 0);
      }
      return add(event, cost, System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Hands an event over at once, even if there is no room; refused only when the stage is closed or
   * fails. For one who asks {@link #hasRoom} before, and passes the bound by little.
   */
  public Admission add(E event, int cost) {
    lock.lock();
    try {
      return closed ? queue.refuse(Reason.CLOSED, 0) : add(event, cost, System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  /** Whether {@link #put} would not wait. */
  public boolean hasRoom() {
    lock.lock();
    try {
      return closed || queue.hasRoom(0);
    } finally {
      lock.unlock();
    }
  }

  private Admission add(E event, int cost, long now) {
    queue.add(nobody, 0, event, cost, now);
    sources.count();
    crew.wake(now);
    return Accepted.ONE;
  }

  /** Has the handler called, without an event if there is none; false when the stage is closed. */
  public boolean wake() {
    lock.lock();
    try {
      woken = !closed;
      if (woken) {
        crew.wake(System.nanoTime());
      }
      return woken;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Holds a class or lets it go. Events of a class that is held wait, as long as the stage has
   * patience: so a handler that has no room for them slows down who offers them.
   */
  public void hold(int priority, boolean held) {
    lock.lock();
    try {
      queue.hold(priority, held && !closed);
      crew.wake(System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Observation observe() {
    lock.lock();
    try {
      return new Observation(
          config.name(),
          queue.events(),
          config.queueMax(),
          batches,
          queue.taken(),
          queue.refused(),
          handlers,
          queue.batchMax(),
          queue.waitedNanos(),
          handledNanos,
          queue.delay90Nanos(),
          queue.bound().waitingMax(),
          sources.all());
    } finally {
      lock.unlock();
    }
  }

  /** As in {@link Stage}; called by a thread that serves the stage it doesn't wait. */
  @Override
  public void close() {
    boolean isMember = crew.isMember();
    lock.lock();
    try {
      closed = true;
      for (int i = 0; i < config.order().classes().size(); i++) {
        queue.hold(i, false);
      }
      crew.wake(System.nanoTime());
      roomMade.signalAll();
      while (!isMember && !isDone()) {
        ended.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
    if (!isMember) {
      crew.remove(served);
    }
    if (ownCrew != null && !isMember) {
      ownCrew.close();
    }
  }

  private boolean isDone() {
    return handlers == 0 && queue.events() == 0;
  }

  private final class Service implements Served {
    @Override
    public String name() {
      return config.name();
    }

    @Override
    public int waiting() {
      return queue.events();
    }

    @Override
    public boolean hasWork(long nowNanos) {
      return isWanted(nowNanos) && !handler.isHeldUp();
    }

    private boolean isWanted(long nowNanos) {
      if (handlers >= config.handlersMax()) {
        return false;
      }
      return queue.isReady(nowNanos) || (!closed && (woken || !isWakeKnown || isPast(nowNanos)));
    }

    private boolean isPast(long nowNanos) {
      return wakeNanos != BatchHandler.NEVER && nowNanos - wakeNanos >= 0;
    }

    @Override
    public long nextWakeNanos() {
      long now = System.nanoTime();
      if (isWanted(now)) {
        return now + HELD_UP_NANOS;
      }
      return closed || handlers >= config.handlersMax()
          ? BatchHandler.NEVER
          : BatchHandler.earlier(wakeNanos, queue.nextReadyNanos());
    }

    @Override
    public void idle() {
      if (handlers == 0 && !isWanted(System.nanoTime())) {
        queue.idle();
      }
    }

    @Override
    public void serve() {
      long now = System.nanoTime();
      boolean isCall = queue.isReady(now) || woken || isPast(now);
      List<E> batch = spareBatch == null ? new ArrayList<>() : spareBatch;
      spareBatch = null;
      woken = false;
      long cost = queue.take(batch, now);
      batches += isCall ? 1 : 0;
      handlers++;
      Throwable failure = null;
      long wake = BatchHandler.NEVER;
      lock.unlock();
      try {
        wake = handle(batch, isCall);
      } catch (Throwable e) {
        failure = e;
      } finally {
        lock.lock();
      }
      handledNanos += System.nanoTime() - now;
      queue.handled(cost);
      roomMade.signalAll();
      wakeNanos = wake;
      isWakeKnown = true;
      batch.clear();
      spareBatch = batch;
      if (failure != null) {
        fail(failure);
      }
      handlers--;
      if (closed && isDone()) {
        end();
      }
    }

    /** Nothing is left to do; who has closed the stage may have been this thread. */
    private void end() {
      ended.signalAll();
      crew.remove(this);
      if (ownCrew != null) {
        ownCrew.dismiss();
      }
    }

    private long handle(List<E> batch, boolean isCall) {
      CurrentStage.enter(config.name());
      try {
        if (isCall) {
          handler.handle(batch);
        }
        return handler.nextWakeNanos();
      } finally {
        CurrentStage.leave();
      }
    }

    private void fail(Throwable cause) {
      closed = true;
      if (hasFailed) {
        return;
      }
      hasFailed = true;
      roomMade.signalAll();
      List<E> unhandled = new ArrayList<>();
      queue.takeAll(unhandled);
      lock.unlock();
      try {
        onFailure.failed(cause, unhandled);
      } finally {
        lock.lock();
      }
    }
  }
}
