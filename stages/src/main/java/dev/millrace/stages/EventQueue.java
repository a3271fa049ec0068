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
 * it, which are served before it and so delay it; those behind it don't count. What those before it
 * took of the service lately is not left for it, and makes its room smaller. A client that is ahead
 * of its {@link Shares} is refused before all is full. The first class, which makes work smaller,
 * looks only at itself; the others at the fullest of the classes that get something. And when more
 * than half of its room is taken, a client may have no more waiting than its share: the same for
 * each client of which something waits.
 *
 * <p><b>Service</b> is that of a {@link ClassQueue}.
 *
 * <p>Not safe for threads: its owner has a lock.
 */
final class EventQueue<E> {
  /** The part of its room from which on a class looks at what a client has waiting. */
  private static final double SHARED = 0.5;

  /** A class has this part of the bound however little is left to it. */
  private static final double PART_MIN = 0.125;

  private static final long RETRY_NANOS_MIN = Duration.ofMillis(10).toNanos();
  private static final long RETRY_NANOS_MAX = Duration.ofSeconds(10).toNanos();

  /** Said when nobody knows how fast the stage is. */
  private static final long RETRY_NANOS = Duration.ofMillis(100).toNanos();

  private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  private final StageConfig config;
  private final ClassQueue<E> waiting;
  private final Shares shares = new Shares();
  private final Parts parts;
  private final long sampleNanos;
  private Bound bound;
  private BatchSize batch;

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

  EventQueue(StageConfig config, long nowNanos) {
    this.config = config;
    this.waiting = new ClassQueue<>(config.order());
    this.parts = new Parts(config.order().classes().size());
    this.sampleNanos = config.sampleTime().toNanos();
    this.bound = config.admission().first();
    this.batch = config.batching().first();
    this.sampledNanos = nowNanos;
  }

  Client<E> client(String name) {
    return new Client<>(name, config.order().classes().size());
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
    shares.ask(client.account, bound.waitingMax(), nowNanos);
    double headroom = headroom(priority);
    int place = waiting.placeOf(client, priority);
    double places = config.queueMax() * headroom;
    double room = roomLeftTo(place) * headroom;
    double taken = waiting.eventsUpTo(place);
    double ahead = costUpTo(place);
    if (taken >= places) {
      return Reason.FULL;
    }
    if (ahead >= room || isStuck(place, headroom, nowNanos)) {
      return Reason.BUSY;
    }
    if (shares.isAhead(
        client.account, priority == 0 ? fill(0) : Math.max(fill(priority), fill()))) {
      return Reason.SHARE;
    }
    Turn<E> turn = client.turns[place];
    boolean hasShare =
        !turn.isEmpty()
            && ((taken >= places * SHARED && turn.events >= share(places, place))
                || (ahead >= room * SHARED && turn.cost >= share(room, place)));
    return hasShare ? Reason.SHARE : null;
  }

  private double headroom(int priority) {
    return config.order().classes().get(priority).headroom();
  }

  private double roomLeftTo(int priority) {
    return bound.waitingMax() * Math.max(PART_MIN, parts.leftTo(priority));
  }

  /** What waits and is in the handler, before a new event of the class. */
  private double costUpTo(int priority) {
    return (double) inHandler + waiting.costUpTo(priority);
  }

  private double share(double room, int priority) {
    return Math.max(1, Math.floor(room / waiting.clients(priority)));
  }

  /** The part of its room that is taken before a new event of the class. */
  private double fill(int priority) {
    return costUpTo(priority) / (roomLeftTo(priority) * headroom(priority));
  }

  /** Of the fullest class, leaving those aside that get next to nothing. */
  private double fill() {
    double most = 0;
    for (int i = 0; i < config.order().classes().size(); i++) {
      if (parts.of(i) >= PART_MIN) {
        most = Math.max(most, fill(i));
      }
    }
    return most;
  }

  private boolean isStuck(int priority, double headroom, long nowNanos) {
    return bound.oldestNanosMax() != Long.MAX_VALUE
        && waiting.ageNanos(priority, nowNanos) > bound.oldestNanosMax() * headroom;
  }

  /** Takes an event without asking for room. */
  void add(Client<E> client, int priority, E event, int cost, long nowNanos) {
    int paid = Math.max(1, cost);
    shares.charge(client.account, paid);
    waiting.add(client, priority, event, paid, nowNanos);
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
    double headroom = headroom(priority);
    return waiting.eventsUpTo(priority) < config.queueMax() * headroom
        && costUpTo(priority) < bound.waitingMax() * headroom;
  }

  /**
   * Takes the events that are to be handled next; {@link #handled} is told what is returned.
   *
   * @return their cost
   */
  long take(List<E> into, long nowNanos) {
    sampleIfDue(nowNanos);
    double fill = fill();
    long cost = 0;
    while (into.size() < batch.eventsMax() && cost < batch.costMax() && waiting.isReady(nowNanos)) {
      Waiting<E> next = waiting.takeNext(nowNanos);
      into.add(Objects.requireNonNull(next.event));
      cost += next.cost;
      parts.serve(next.priority, next.cost);
      long delay = nowNanos - next.sinceNanos;
      delays.add(delay);
      waitedNanos += delay;
      waiting.release(next);
    }
    shares.serve(cost, fill);
    taken += into.size();
    served += cost;
    inHandler += cost;
    return cost;
  }

  /** Whether there is something to take. */
  boolean isReady(long nowNanos) {
    return waiting.isReady(nowNanos);
  }

  /** When the first event of a held class is overdue; {@link BatchHandler#NEVER} without one. */
  long nextReadyNanos() {
    return waiting.nextReadyNanos();
  }

  /** Serves a class no more, until it is let go; what is overdue is served all the same. */
  void hold(int priority, boolean held) {
    waiting.hold(priority, held);
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
    double all = costUpTo(config.order().classes().size() - 1);
    var sample = new StageSample(nanos, served, all, isBusy, delay90Nanos);
    bound = config.admission().next(bound, sample);
    batch = config.batching().next(batch, sample);
    parts.sample();
    delays.clear();
    served = 0;
    isBusy = waiting.events() > 0 || inHandler > 0;
    sampledNanos = nowNanos;
  }

  int events() {
    return waiting.events();
  }

  /** Everything that waits, in the order of arrival of each class; nothing waits afterwards. */
  void takeAll(List<E> into) {
    waiting.takeAll(into);
  }

  Bound bound() {
    return bound;
  }

  int batchMax() {
    return (int) Math.min(batch.eventsMax(), Math.ceil(batch.costMax()));
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
