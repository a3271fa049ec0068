package dev.millrace.stages;

import dev.millrace.stages.Admission.Accepted;
import dev.millrace.stages.Admission.Reason;
import dev.millrace.stages.Admission.Refused;
import dev.millrace.stages.control.AdmissionRule.Bound;
import dev.millrace.stages.control.BatchRule.BatchSize;
import dev.millrace.stages.control.StageSample;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a stage with all that is decided about it: who is admitted, who is served next, and
 * how many at once. Time is given to it.
 *
 * <p><b>Admission.</b> A class may fill its headroom of the bound together with the classes before
 * it, which are served before it and so delay it; those behind it don't count. When more than half
 * of that waits, a client may have no more of it than its share: the same for each client of which
 * something waits. A client of which nothing waits has its share free, and is refused only when all
 * is full.
 *
 * <p><b>Service.</b> Class by class; within a class fair between clients. Events of one client stay
 * in their order: one whose client has others waiting in a class behind its own waits there too.
 * What has waited longer than the stage's patience goes first, the oldest before the others: so
 * nobody whom others keep overtaking waits for ever.
 *
 * <p>Not safe for threads: its owner has a lock.
 */
final class EventQueue<E> {
  /** The part of its room from which on a class looks at shares. */
  private static final double SHARED = 0.5;

  private static final long RETRY_NANOS_MIN = Duration.ofMillis(10).toNanos();
  private static final long RETRY_NANOS_MAX = Duration.ofSeconds(10).toNanos();

  /** Said when nobody knows how fast the stage is. */
  private static final long RETRY_NANOS = Duration.ofMillis(100).toNanos();

  private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  private final StageConfig config;
  private final FairQueue<E>[] classes;

  /** Classes that wait until they are let go, or overdue. */
  private final boolean[] isHeld;

  private final long patienceNanos;
  private final long sampleNanos;
  private Bound bound;
  private BatchSize batch;

  private @Nullable Waiting<E> free;
  private int events;
  private long inHandler;
  private long refused;
  private long taken;
  private double waitedNanos;

  // Since the last sample.
  private final Delays delays = new Delays();
  private long sampledNanos;
  private long served;
  private boolean isBusy;
  private long delay90Nanos;

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type can't be made
  EventQueue(StageConfig config, long nowNanos) {
    this.config = config;
    this.classes = new FairQueue[config.classes().size()];
    for (int i = 0; i < classes.length; i++) {
      classes[i] = new FairQueue<>();
    }
    this.isHeld = new boolean[classes.length];
    this.patienceNanos = config.patience().toNanos();
    this.sampleNanos = config.sampleTime().toNanos();
    this.bound = config.admission().first();
    this.batch = config.batching().first();
    this.sampledNanos = nowNanos;
  }

  Client<E> client(String name) {
    return new Client<>(name, classes.length);
  }

  /** The refusal that an event would get; null when it would be taken. */
  @Nullable Refused refusal(Client<E> client, int priority, long nowNanos) {
    sampleIfDue(nowNanos);
    Reason reason = reasonAgainst(client, priority, nowNanos);
    return reason == null ? null : refuse(reason, priority);
  }

  /** Takes an event, or says why not. */
  Admission offer(Client<E> client, int priority, E event, int cost, long nowNanos) {
    Refused refusal = refusal(client, priority, nowNanos);
    if (refusal != null) {
      return refusal;
    }
    if (config.rate().isPresent()) {
      long waitNanos = config.rate().get().tryTake(cost, nowNanos);
      if (waitNanos > 0) {
        refused++;
        return new Refused(Reason.RATE, Duration.ofNanos(waitNanos));
      }
    }
    add(client, priority, event, cost, nowNanos);
    return Accepted.ONE;
  }

  private @Nullable Reason reasonAgainst(Client<E> client, int priority, long nowNanos) {
    double headroom = config.classes().get(priority).headroom();
    double places = config.queueMax() * headroom;
    double room = bound.waitingMax() * headroom;
    int place = placeOf(client, priority);
    double taken = eventsUpTo(place);
    double ahead = costUpTo(place);
    if (taken >= places) {
      return Reason.FULL;
    }
    if (ahead >= room || isStuck(place, headroom, nowNanos)) {
      return Reason.BUSY;
    }
    Turn<E> turn = client.turns[place];
    if (turn.isEmpty()) {
      return null;
    }
    boolean hasShare =
        (taken >= places * SHARED && turn.events >= share(places, place))
            || (ahead >= room * SHARED && turn.cost >= share(room, place));
    return hasShare ? Reason.SHARE : null;
  }

  /** The class among which an event waits: its own, or that of an earlier event of its client. */
  private int placeOf(Client<E> client, int priority) {
    for (int i = classes.length - 1; i > priority; i--) {
      if (!client.turns[i].isEmpty()) {
        return i;
      }
    }
    return priority;
  }

  private double share(double room, int priority) {
    return Math.max(1, Math.floor(room / classes[priority].clients()));
  }

  private int eventsUpTo(int priority) {
    int sum = 0;
    for (int i = 0; i <= priority; i++) {
      sum += isHeld[i] && i < priority ? 0 : classes[i].events();
    }
    return sum;
  }

  private double costUpTo(int priority) {
    long sum = inHandler;
    for (int i = 0; i <= priority; i++) {
      sum += isHeld[i] && i < priority ? 0 : classes[i].cost();
    }
    return sum;
  }

  private boolean isStuck(int priority, double headroom, long nowNanos) {
    if (bound.oldestNanosMax() == Long.MAX_VALUE) {
      return false;
    }
    Waiting<E> oldest = classes[priority].oldest();
    return oldest != null && nowNanos - oldest.sinceNanos > bound.oldestNanosMax() * headroom;
  }

  /** Takes an event without asking for room. */
  void add(Client<E> client, int priority, E event, int cost, long nowNanos) {
    Waiting<E> place = free;
    if (place == null) {
      place = new Waiting<>();
    } else {
      free = place.behind;
      place.behind = null;
    }
    place.event = event;
    place.cost = Math.max(1, cost);
    place.sinceNanos = nowNanos;
    int number = placeOf(client, priority);
    classes[number].add(client.turns[number], place);
    events++;
  }

  Refused refuse(Reason reason, int priority) {
    refused++;
    return new Refused(
        reason, reason == Reason.CLOSED ? Duration.ZERO : Duration.ofNanos(retryNanos(priority)));
  }

  /** About as long as what is ahead takes. */
  private long retryNanos(int priority) {
    if (bound.ratePerSecond() <= 0) {
      return RETRY_NANOS;
    }
    double nanos = costUpTo(priority) * NANOS_PER_SECOND / bound.ratePerSecond();
    return Math.clamp((long) nanos, RETRY_NANOS_MIN, RETRY_NANOS_MAX);
  }

  /** Whether there is room for an event of the class, leaving shares aside. */
  boolean hasRoom(int priority) {
    double headroom = config.classes().get(priority).headroom();
    return eventsUpTo(priority) < config.queueMax() * headroom
        && costUpTo(priority) < bound.waitingMax() * headroom;
  }

  /**
   * Takes the events that are to be handled next; {@link #handled} is told what is returned.
   *
   * @return their cost
   */
  long take(List<E> into, long nowNanos) {
    sampleIfDue(nowNanos);
    long cost = 0;
    while (into.size() < batch.eventsMax() && isReady(nowNanos)) {
      Waiting<E> next = takeNext(nowNanos);
      into.add(Objects.requireNonNull(next.event));
      cost += next.cost;
      long delay = nowNanos - next.sinceNanos;
      delays.add(delay);
      waitedNanos += delay;
      release(next);
    }
    taken += into.size();
    served += cost;
    inHandler += cost;
    return cost;
  }

  private Waiting<E> takeNext(long nowNanos) {
    events--;
    FairQueue<E> overdue = null;
    FairQueue<E> first = null;
    long longest = patienceNanos - 1;
    for (int i = 0; i < classes.length; i++) {
      FairQueue<E> queue = classes[i];
      Waiting<E> oldest = queue.oldest();
      if (oldest != null) {
        first = first == null && !isHeld[i] ? queue : first;
        long delay = nowNanos - oldest.sinceNanos;
        if (delay > longest) {
          longest = delay;
          overdue = queue;
        }
      }
    }
    return overdue != null ? overdue.takeOldest() : Objects.requireNonNull(first).takeNext();
  }

  private void release(Waiting<E> place) {
    place.event = null;
    place.behind = free;
    free = place;
  }

  /** Whether there is something to take. */
  boolean isReady(long nowNanos) {
    return events > 0 && (hasFree() || isPast(nextReadyNanos(), nowNanos));
  }

  private static boolean isPast(long nanos, long nowNanos) {
    return nanos != BatchHandler.NEVER && nowNanos - nanos >= 0;
  }

  private boolean hasFree() {
    for (int i = 0; i < classes.length; i++) {
      if (!isHeld[i] && classes[i].events() > 0) {
        return true;
      }
    }
    return false;
  }

  /** When the first event of a held class is overdue; {@link BatchHandler#NEVER} without one. */
  long nextReadyNanos() {
    long next = BatchHandler.NEVER;
    for (int i = 0; i < classes.length; i++) {
      Waiting<E> oldest = isHeld[i] ? classes[i].oldest() : null;
      if (oldest != null) {
        next = BatchHandler.earlier(next, oldest.sinceNanos + patienceNanos);
      }
    }
    return next;
  }

  /** Serves a class no more, until it is let go; what is overdue is served all the same. */
  void hold(int priority, boolean held) {
    isHeld[priority] = held;
  }

  /** The handler is done with events of this cost. */
  void handled(long cost) {
    inHandler -= cost;
  }

  /** The stage has nothing to do. */
  void idle() {
    isBusy = false;
  }

  private void sampleIfDue(long nowNanos) {
    long nanos = nowNanos - sampledNanos;
    if (nanos < sampleNanos) {
      return;
    }
    delay90Nanos = delays.percentile(0.9);
    double waiting = costUpTo(classes.length - 1);
    var sample = new StageSample(nanos, served, waiting, isBusy, delay90Nanos);
    bound = config.admission().next(bound, sample);
    batch = config.batching().next(batch, sample);
    delays.clear();
    served = 0;
    isBusy = events > 0 || inHandler > 0;
    sampledNanos = nowNanos;
  }

  int events() {
    return events;
  }

  /** Everything that waits, in the order of arrival of each class; nothing waits afterwards. */
  void takeAll(List<E> into) {
    for (FairQueue<E> queue : classes) {
      while (queue.events() > 0) {
        into.add(Objects.requireNonNull(queue.takeOldest().event));
      }
    }
    events = 0;
  }

  Bound bound() {
    return bound;
  }

  int batchMax() {
    return batch.eventsMax();
  }

  long refused() {
    return refused;
  }

  long taken() {
    return taken;
  }

  /** What all events that were taken waited together. */
  double waitedNanos() {
    return waitedNanos;
  }

  /** What nine of ten events waited at most, in the last sample. */
  long delay90Nanos() {
    return delay90Nanos;
  }
}
