package dev.millrace.stages;

import dev.millrace.stages.control.AdmissionRule;
import dev.millrace.stages.control.DelayBound;
import dev.millrace.stages.control.TimedBatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * The load of `bench overload`: clients in an open loop, with arrivals by chance, before a server
 * that makes 40 requests durable each 20 ms. A client completes what it has leased; else it leases
 * now and then, if it has something to lease; else it enqueues. Time is moved by hand.
 */
final class SimulatedLoad {
  static final int CLIENTS = 1024;
  static final double CAPACITY = 2000;
  static final Duration TARGET = Duration.ofSeconds(1);

  private static final List<PriorityClass> CLASSES =
      List.of(
          new PriorityClass("complete", 1.5),
          new PriorityClass("lease", 1.25),
          new PriorityClass("enqueue", 1));
  private static final int COMPLETE = 0;
  private static final int LEASE = 1;
  private static final int ENQUEUE = 2;

  private static final double LEASE_SHARE = 0.1;
  private static final int FRAME = 40;
  private static final long FRAME_NANOS = Duration.ofMillis(20).toNanos();

  /** On their way to the disk when the next batch waits. */
  private static final int STEPS_MAX = 128;

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final Random random;

  /** Each is the sum of those up to it. */
  private final double[] weights;

  private final EventQueue<Request> queue;
  private final List<Asking> clients = new ArrayList<>();

  /** Taken from the queue, and waiting for room on the way to the disk. */
  private final List<Request> executed = new ArrayList<>();

  private long executedCost;
  private final Deque<Request> written = new ArrayDeque<>();
  private final List<Request> frame = new ArrayList<>();
  private long now;
  private long nextArrival;
  private long nextSync = Long.MAX_VALUE;

  private final List<Long> latencies = new ArrayList<>();

  /** A client, and what was seen of it since the last {@link #forget}. */
  private static final class Asking {
    final Client<Request> client;
    int available;
    int leased;
    int wanted;
    int got;

    Asking(Client<Request> client) {
      this.client = client;
    }
  }

  private record Request(Asking asking, int kind, long arrival) {}

  /**
   * @param weights how often each client asks, beside the others
   */
  SimulatedLoad(long seed, double[] weights) {
    this(
        seed,
        weights,
        new DelayBound(TARGET.dividedBy(2), TARGET.multipliedBy(3).dividedBy(4), 64, 2000));
  }

  SimulatedLoad(long seed, double[] weights, AdmissionRule rule) {
    this.random = new Random(seed);
    this.weights = weights.clone();
    Arrays.parallelPrefix(this.weights, Double::sum);
    this.queue =
        new EventQueue<>(
            new StageConfig("execute", 10_000, 1000)
                .with(new ServiceOrder(CLASSES, 1, TARGET.multipliedBy(3).dividedBy(4)))
                .with(rule)
                .with(new TimedBatch(TARGET.dividedBy(50), 16, 1000)),
            0);
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(new Asking(queue.client("client " + i)));
    }
  }

  /** Lets time pass with a load, in multiples of the capacity. */
  void run(double load, Duration time) {
    long end = now + time.toNanos();
    nextArrival = now + gap(load);
    while (Math.min(nextArrival, nextSync) < end) {
      now = Math.min(nextArrival, nextSync);
      if (now == nextSync) {
        synced();
      } else {
        arrive();
        nextArrival = now + gap(load);
      }
      work();
    }
    now = end;
  }

  private long gap(double load) {
    return Math.max(1, (long) (-Math.log(1 - random.nextDouble()) * SECOND / (load * CAPACITY)));
  }

  private void arrive() {
    Asking asking = clients.get(drawClient());
    asking.wanted++;
    int kind = kindOfNext(asking);
    var request = new Request(asking, kind, now);
    if (queue.offer(asking.client, kind, request, 1, now).isAccepted()) {
      asking.leased -= kind == COMPLETE ? 1 : 0;
      asking.available -= kind == LEASE ? 1 : 0;
    }
  }

  private int drawClient() {
    int at = Arrays.binarySearch(weights, random.nextDouble() * weights[CLIENTS - 1]);
    return at < 0 ? -at - 1 : at + 1;
  }

  private int kindOfNext(Asking asking) {
    if (asking.leased > 0) {
      return COMPLETE;
    }
    return asking.available > 0 && random.nextDouble() < LEASE_SHARE ? LEASE : ENQUEUE;
  }

  /** Batches are executed as long as there is room before the disk; all that is there is synced. */
  private void work() {
    while (written.size() + frame.size() < STEPS_MAX) {
      written.addAll(executed);
      executed.clear();
      queue.handled(executedCost);
      executedCost = queue.take(executed, now);
      if (executed.isEmpty()) {
        break;
      }
    }
    if (frame.isEmpty() && !written.isEmpty()) {
      frame.addAll(written);
      written.clear();
      nextSync = now + FRAME_NANOS * Math.max(FRAME, frame.size()) / FRAME;
    }
    if (frame.isEmpty()) {
      queue.idle();
    }
  }

  private void synced() {
    frame.forEach(this::answer);
    frame.clear();
    nextSync = Long.MAX_VALUE;
  }

  private void answer(Request request) {
    Asking asking = request.asking;
    asking.available += request.kind == ENQUEUE ? 1 : 0;
    asking.leased += request.kind == LEASE ? 1 : 0;
    asking.got++;
    latencies.add(now - request.arrival);
  }

  void forget() {
    for (Asking asking : clients) {
      asking.wanted = 0;
      asking.got = 0;
    }
    latencies.clear();
  }

  /** A percentile of the latency of what was accepted, in parts of the target. */
  double latency(double part) {
    long[] sorted = latencies.stream().mapToLong(Long::longValue).sorted().toArray();
    return (double) sorted[(int) Math.min(sorted.length - 1, sorted.length * part)]
        / TARGET.toNanos();
  }

  /** Jain's index of what clients got of their share, which is no more than they wanted. */
  double fairness() {
    return fairness(clients);
  }

  double fairnessBesideTheFirst() {
    return fairness(clients.subList(1, CLIENTS));
  }

  private static double fairness(List<Asking> some) {
    double share = share(some);
    double[] parts =
        some.stream()
            .filter(asking -> asking.wanted > 0)
            .mapToDouble(asking -> asking.got / Math.min(asking.wanted, share))
            .toArray();
    double sum = Arrays.stream(parts).sum();
    double squares = Arrays.stream(parts).map(part -> part * part).sum();
    return sum * sum / (parts.length * squares);
  }

  /** What a client gets at most, so that all together get what they got. */
  private static double share(List<Asking> some) {
    int[] wanted = some.stream().mapToInt(asking -> asking.wanted).sorted().toArray();
    double left = some.stream().mapToInt(asking -> asking.got).sum();
    for (int i = 0; i < wanted.length; i++) {
      double share = left / (wanted.length - i);
      if (wanted[i] >= share) {
        return share;
      }
      left -= wanted[i];
    }
    return wanted[wanted.length - 1];
  }

  /** What the first client got, as a multiple of what another did. */
  double greed() {
    return clients.getFirst().got
        / clients.stream().skip(1).mapToInt(asking -> asking.got).average().orElse(Double.NaN);
  }

  /** Completions, in parts of the capacity. */
  double goodput(Duration time) {
    return latencies.size() * (double) SECOND / (time.toNanos() * CAPACITY);
  }
}
