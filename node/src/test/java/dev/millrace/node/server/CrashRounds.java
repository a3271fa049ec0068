package dev.millrace.node.server;

import dev.millrace.api.v1.Durability;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Starts a node, loads it, ends it in the middle of that; and looks after each start what is left.
 */
final class CrashRounds {
  private static final int CLIENTS = 4;
  private static final int CALLS_PER_ROUND_MAX = 300;

  private final Path data;
  private final Path log;
  private final List<Durability> durabilities;
  private final Random random;
  private final Ledger ledger = new Ledger();
  private final List<String> violations = new ArrayList<>();

  /** What ends a round. */
  @FunctionalInterface
  interface Crash {
    void strike(ServerProcess server) throws Exception;
  }

  /**
   * Prepares rounds on a data directory.
   *
   * @param durabilities that survive the crash
   */
  CrashRounds(Path data, Path log, long seed, List<Durability> durabilities) {
    this.data = data;
    this.log = log;
    this.durabilities = durabilities;
    this.random = new Random(seed);
  }

  /** Runs rounds, and looks once more at the end. */
  void run(int rounds, Crash crash, String... settings) throws Exception {
    for (int round = 0; round < rounds; round++) {
      ServerProcess server = ServerProcess.start(data, log, settings);
      try (var client = new Client(server.port())) {
        violations.addAll(ledger.violations(client.scan()));
        loadUntilCrash(server, client, crash);
      }
    }
    ServerProcess server = ServerProcess.start(data, log, settings);
    try (var client = new Client(server.port())) {
      violations.addAll(ledger.violations(client.scan()));
    } finally {
      server.kill();
    }
  }

  private void loadUntilCrash(ServerProcess server, Client client, Crash crash) throws Exception {
    var acknowledged = new Semaphore(0);
    var refusals = new ConcurrentLinkedQueue<StatusRuntimeException>();
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      var worker =
          new LoadWorker(
              client, ledger, new Random(random.nextLong()), acknowledged, refusals, durabilities);
      workers.add(Thread.ofPlatform().name("client-" + i).start(worker));
    }
    boolean loaded =
        acknowledged.tryAcquire(1 + random.nextInt(CALLS_PER_ROUND_MAX), 60, TimeUnit.SECONDS);
    crash.strike(server);
    for (Thread worker : workers) {
      worker.join();
    }
    if (!loaded || !refusals.isEmpty()) {
      throw new AssertionError("the node did not answer as it should: " + refusals);
    }
  }

  List<String> violations() {
    return violations;
  }

  long acknowledged() {
    return ledger.acknowledged();
  }
}
