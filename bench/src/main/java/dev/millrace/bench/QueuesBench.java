package dev.millrace.bench;

import dev.millrace.api.v1.Pattern;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.Task;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Very many queues: the memory that each takes, listing them by pattern, and leasing by a pattern
 * that nearly only empty ones match.
 */
public final class QueuesBench implements Bench {
  private static final int UPDATE = 1_000;
  private static final int FEW = 1_000;
  private static final int FULL = 10;
  private static final Pattern EVERY = Pattern.newBuilder().setRegex("tenant-.*").build();
  private static final String SMALL_GROUP = "small";

  private static final List<String> PATTERNS =
      List.of(
          ".*",
          "tenant-12.*",
          ".*-dead",
          "tenant-1-mail|tenant-2-mail",
          "[a-z]+-[0-9]{3}-.*",
          ".*mail.*",
          "(?i)TENANT-.*");

  private static final double LIST_MILLIS_MAX = 50;
  private static final double LEASE_GROWTH_MAX = 2;

  /** A tenth of 1 GiB for 100,000 queues. */
  private static final double EMPTY_BYTES_MAX = 1_024;

  private static final double TASK_BYTES_MAX = 2_048;

  private final int queues;
  private final int calls;

  public QueuesBench(boolean quick) {
    this(quick ? 10_000 : 100_000, quick ? 30 : 100);
  }

  /**
   * @param calls of each kind
   */
  QueuesBench(int queues, int calls) {
    this.queues = queues;
    this.calls = calls;
  }

  @Override
  public List<Bar> run(Setup setup) throws InterruptedException {
    var settings = Map.of("checkpoint-interval", "500ms");
    try (var node = InnerNode.start(setup.folder().resolve("data"), settings)) {
      Client client = node.client();
      List<Bar> bars = new ArrayList<>();
      // So that classes and buffers that any load needs aren't counted.
      putOneEach(client, SMALL_GROUP, FEW);
      takeAll(client, SMALL_GROUP);

      long before = heapBytes();
      putOneEach(client, "", queues);
      double perFull = (heapBytes() - before) / (double) queues;
      bars.add(listing(client, setup));
      takeAll(client, "");
      double perEmpty = (heapBytes() - before) / (double) queues;
      setup.say("heap per queue: %.0f B with a task, %.0f B empty", perFull, perEmpty);
      bars.add(new Bar("queues-heap-with-task", perFull, TASK_BYTES_MAX, "B"));
      bars.add(new Bar("queues-heap-empty", perEmpty, EMPTY_BYTES_MAX, "B"));
      bars.add(patternLeases(client, setup));
      return bars;
    }
  }

  private static Queue queue(String group, int number) {
    return Work.queue(
        group,
        "tenant-%d-%s"
            .formatted(number, List.of("mail", "fetch", "index", "dead").get(number % 4)));
  }

  private static void putOneEach(Client client, String group, int queues) {
    for (int from = 0; from < queues; from += UPDATE) {
      var some =
          IntStream.range(from, Math.min(queues, from + UPDATE)).mapToObj(i -> queue(group, i));
      client.update(Work.update(Work.enqueueEach(some)));
    }
  }

  private static void takeAll(Client client, String group) {
    var pattern = EVERY.toBuilder().setGroup(group).build();
    for (List<Task> leased = client.lease(Work.lease(pattern, UPDATE));
        !leased.isEmpty();
        leased = client.lease(Work.lease(pattern, UPDATE))) {
      client.update(Work.update(leased.stream().map(Work::dequeue)));
    }
  }

  /** After what changed has gone to the store, and what is garbage is gone. */
  private static long heapBytes() throws InterruptedException {
    Thread.sleep(2_000);
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private Bar listing(Client client, Setup setup) {
    double worst = 0;
    setup.say("%-30s  %10s  %10s  %10s", "listing by", "matching", "p50 ms", "p99 ms");
    for (String regex : PATTERNS) {
      Pattern pattern = Pattern.newBuilder().setRegex(regex).build();
      for (int i = 0; i < calls / 3; i++) {
        client.list(pattern);
      }
      Samples samples = new Samples();
      long matching = 0;
      for (int i = 0; i < calls; i++) {
        long start = System.nanoTime();
        matching = client.list(pattern).getMatching();
        samples.add(System.nanoTime() - start);
      }
      setup.say(
          "%-30s  %,10d  %10.2f  %10.2f",
          regex, matching, samples.millis(0.5), samples.millis(0.99));
      worst = Math.max(worst, samples.millis(0.99));
    }
    return new Bar("queues-list-p99", worst, LIST_MILLIS_MAX, "ms");
  }

  private Bar patternLeases(Client client, Setup setup) {
    // Once for both, before either is measured.
    patternLeases(client, "", queues);
    Samples few = patternLeases(client, SMALL_GROUP, FEW);
    Samples many = patternLeases(client, "", queues);
    setup.say(
        "lease by pattern, %d queues with a task: p50 %.3f ms among %,d, %.3f ms among %,d",
        FULL, few.millis(0.5), FEW, many.millis(0.5), queues);
    return new Bar(
        "queues-pattern-lease-growth", many.millis(0.5) / few.millis(0.5), LEASE_GROWTH_MAX, "x");
  }

  private Samples patternLeases(Client client, String group, int among) {
    Pattern pattern = EVERY.toBuilder().setGroup(group).build();
    Samples samples = new Samples();
    for (int i = 0; i < calls; i++) {
      int shift = i;
      var full =
          IntStream.range(0, FULL)
              .mapToObj(n -> queue(group, (n * (among / FULL) + shift) % among));
      client.update(Work.update(Work.enqueueEach(full)));
      long start = System.nanoTime();
      List<Task> leased = client.lease(Work.lease(pattern, FULL));
      samples.add(System.nanoTime() - start);
      if (leased.size() != FULL) {
        throw new IllegalStateException("leased " + leased.size() + " tasks of " + FULL);
      }
      client.update(Work.update(leased.stream().map(Work::dequeue)));
    }
    return samples;
  }
}
