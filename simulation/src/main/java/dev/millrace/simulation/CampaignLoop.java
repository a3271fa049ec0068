package dev.millrace.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs the seeds of a campaign, each on one thread, several at the same time. */
final class CampaignLoop {
  private static final long REPEATED_EVERY = 100;

  private final CampaignConfig config;
  private final SeedRunner runner;
  private final List<Long> seeds;
  private final AtomicInteger next = new AtomicInteger();
  private final Marks marks = new Marks();
  private final List<Failure> failures = new ArrayList<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private int finished;
  private volatile boolean stopped;

  CampaignLoop(CampaignConfig config, List<Long> seeds) {
    this.config = config;
    this.runner = new SeedRunner(config.bug());
    this.seeds = seeds;
  }

  void start() {
    if (seeds.isEmpty()) {
      done.countDown();
    }
    for (int i = 0; i < config.threads(); i++) {
      Thread.ofPlatform().name("simulate-" + i).daemon().start(this::loop);
    }
  }

  private void loop() {
    for (int i = next.getAndIncrement(); i < seeds.size() && !stopped; i = next.getAndIncrement()) {
      long seed = seeds.get(i);
      int operations = SeedRunner.operations(seed, config.operationsMax());
      var mine = new Marks();
      var failed = new ArrayList<Failure>();
      try {
        var outcome = runner.run(seed, operations, mine);
        if (outcome.violation().isPresent()) {
          failed.add(runner.shrink(seed, operations));
        } else if (i % REPEATED_EVERY == 0) {
          checkSame(seed, operations, outcome.hash(), failed);
        }
      } catch (RuntimeException e) {
        failed.add(new Failure(seed, operations, "X2", e.toString(), List.of()));
      }
      finish(mine, failed);
    }
  }

  private void checkSame(long seed, int operations, long hash, List<Failure> failed) {
    long again = runner.run(seed, operations, new Marks()).hash();
    if (again != hash) {
      failed.add(
          new Failure(seed, operations, "determinism", "the same seed ran another way", List.of()));
    }
  }

  private synchronized void finish(Marks mine, List<Failure> failed) {
    marks.add(mine);
    failures.addAll(failed);
    finished++;
    // One is enough to show that a bug is found.
    stopped = config.bug().isPresent() && !failures.isEmpty();
    if (isDone()) {
      done.countDown();
    }
  }

  /** Waits a while, or until all seeds are done; how many are. */
  int await(long millis) throws InterruptedException {
    var _ = done.await(millis, TimeUnit.MILLISECONDS);
    return finished();
  }

  synchronized int finished() {
    return finished;
  }

  synchronized boolean isDone() {
    return stopped || finished == seeds.size();
  }

  synchronized List<Failure> failures() {
    return List.copyOf(failures);
  }

  Marks marks() {
    return marks;
  }
}
