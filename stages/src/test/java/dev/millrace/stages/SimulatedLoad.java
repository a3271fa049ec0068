package dev.millrace.stages;

import dev.millrace.stages.control.AdmissionRule;
import dev.millrace.stages.control.DelayBound;
import dev.millrace.stages.control.FixedBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Clients in an open loop, with arrivals by chance, before a server that makes 40 requests durable
 * each 20 ms. Time is moved by hand.
 */
final class SimulatedLoad {
  static final int CLIENTS = 1024;
  static final double CAPACITY = 2000;
  static final Duration TARGET = Duration.ofSeconds(1);

  private static final int GROUP = 40;
  private static final long SYNC_NANOS = Duration.ofMillis(20).toNanos();
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final Random random;
  private final double[] weights = new double[CLIENTS];
  private final EventQueue<Request> queue;
  private final List<Client<Request>> clients = new ArrayList<>();
  private final List<Request> syncing = new ArrayList<>();
  private final List<Request> executed = new ArrayList<>();
  private long syncingCost;
  private long executedCost;
  private long now;
  private long nextArrival;
  private long nextSync = SYNC_NANOS;

  /** What was seen since the last {@link #forget}. */
  final long[] completed = new long[CLIENTS];

  final List<Long> latencies = new ArrayList<>();
  long offered;
  long refused;

  private record Request(int client, long arrival) {}

  SimulatedLoad(long seed, double weightOfFirst) {
    this(
        seed,
        weightOfFirst,
        new DelayBound(TARGET.dividedBy(2), TARGET.multipliedBy(3).dividedBy(4), 64, 2500));
  }

  SimulatedLoad(long seed, double weightOfFirst, AdmissionRule rule) {
    this.random = new Random(seed);
    Arrays.fill(weights, 1);
    weights[0] = weightOfFirst;
    this.queue =
        new EventQueue<>(
            new StageConfig("execute", 10_000, GROUP)
                .with(rule)
                .with(new FixedBatch(GROUP))
                .withPatience(TARGET.multipliedBy(3).dividedBy(4)),
            0);
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(queue.client("client " + i));
    }
  }

  /** Lets time pass with a load, in multiples of the capacity. */
  void run(double load, Duration time) {
    long end = now + time.toNanos();
    nextArrival = now + gap(load);
    while (Math.min(nextArrival, nextSync) < end) {
      now = Math.min(nextArrival, nextSync);
      if (now == nextSync) {
        sync();
      } else {
        arrive();
        nextArrival = now + gap(load);
      }
    }
    now = end;
  }

  private long gap(double load) {
    return Math.max(1, (long) (-Math.log(1 - random.nextDouble()) * SECOND / (load * CAPACITY)));
  }

  private void arrive() {
    int client = drawClient();
    offered++;
    Admission admission = queue.offer(clients.get(client), 0, new Request(client, now), 1, now);
    refused += admission.isAccepted() ? 0 : 1;
  }

  private int drawClient() {
    double draw = random.nextDouble() * (CLIENTS - 1 + weights[0]);
    return draw < weights[0] ? 0 : 1 + (int) (draw - weights[0]) % (CLIENTS - 1);
  }

  /** One group is durable; the next one, which was executed meanwhile, is written. */
  private void sync() {
    for (Request request : syncing) {
      completed[request.client]++;
      latencies.add(now - request.arrival);
    }
    queue.handled(syncingCost);
    syncing.clear();
    syncing.addAll(executed);
    syncingCost = executedCost;
    executed.clear();
    executedCost = queue.take(executed, now);
    if (executed.isEmpty() && syncing.isEmpty()) {
      queue.idle();
    }
    nextSync = now + SYNC_NANOS;
  }

  void forget() {
    Arrays.fill(completed, 0);
    latencies.clear();
    offered = 0;
    refused = 0;
  }

  /** A percentile of the latency of what was accepted, in parts of the target. */
  double latency(double part) {
    long[] sorted = latencies.stream().mapToLong(Long::longValue).sorted().toArray();
    return (double) sorted[(int) Math.min(sorted.length - 1, sorted.length * part)]
        / TARGET.toNanos();
  }

  double fairness(int from) {
    double sum = 0;
    double squares = 0;
    for (int i = from; i < CLIENTS; i++) {
      sum += completed[i];
      squares += (double) completed[i] * completed[i];
    }
    return sum * sum / ((CLIENTS - from) * squares);
  }

  /** Completions, in parts of the capacity. */
  double goodput(Duration time) {
    return latencies.size() * (double) SECOND / (time.toNanos() * CAPACITY);
  }
}
